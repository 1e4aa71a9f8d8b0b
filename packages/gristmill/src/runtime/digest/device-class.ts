import { execFile } from "node:child_process";

/** A driver that starts takes seconds to tell its devices. */
const MOST_MS = 30_000;
const QUERY = ["--query-gpu=name,driver_version", "--format=csv,noheader"];

/**
 * What the results of a mill on a GPU depend on besides its code: the models of the devices and the major version of their driver,
 * such as `NVIDIA H200, 580`. Empty without `nvidia-smi`: then it is unknown, or the mill computes on the CPU.
 */
export function deviceClass(env = process.env): Promise<string> {
	const { CUDA_VISIBLE_DEVICES: chosen } = env;
	return new Promise((resolve) => {
		const words = chosen ? [...QUERY, `--id=${chosen}`] : QUERY;
		execFile("nvidia-smi", words, { env, timeout: MOST_MS }, (error, told) => {
			if (error || chosen === "") return resolve("");
			const lines = told.trim().split("\n");
			resolve(
				[...new Set(lines.map((line) => line.replace(/(, \d+)[^,]*$/, "$1").trim()))].sort().join("; "),
			);
		});
	});
}
