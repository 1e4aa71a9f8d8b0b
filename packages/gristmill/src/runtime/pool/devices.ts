import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import type { Mill } from "../../core/definition/mill.js";

/** A driver that starts takes seconds to list its devices. */
const MOST_MS = 30_000;

/**
 * The GPUs that workers may use, by the names that CUDA_VISIBLE_DEVICES takes: those in the server's own variable, or all that
 * `nvidia-smi` lists. Each gets a worker. Without `nvidia-smi`, as in small images, the device files are counted.
 */
export async function findDevices(env = process.env, folder = "/dev"): Promise<readonly string[]> {
	const found = (await listed(env)) ?? filesIn(folder);
	const { CUDA_VISIBLE_DEVICES: chosen } = env;
	if (found.length === 0 || chosen === undefined) return found;
	const names = chosen.split(",").map((name) => name.trim());
	// CUDA ignores what is behind an entry that names no device.
	const end = names.findIndex((name) => name === "" || name.startsWith("-"));
	return end < 0 ? names : names.slice(0, end);
}

/** Undefined if it is not there or fails. */
function listed(env: NodeJS.ProcessEnv): Promise<string[] | undefined> {
	return new Promise((resolve) => {
		execFile("nvidia-smi", ["-L"], { env, timeout: MOST_MS }, (error, told) => {
			resolve(error ? undefined : [...told.matchAll(/^GPU (\d+):/gm)].map(([, index = ""]) => index));
		});
	});
}

function filesIn(folder: string): string[] {
	try {
		return readdirSync(folder).flatMap((name) => /^nvidia(\d+)$/.exec(name)?.[1] ?? []);
	} catch {
		return [];
	}
}

/** Throws a RangeError if one of these mills needs a GPU and there is none. */
export function demandDevices(mills: readonly Mill[], devices: readonly string[]): void {
	if (devices.length > 0) return;
	const [mill] = mills.filter(({ needs }) => needs.includes("gpu") && !needs.includes("cpu"));
	if (mill)
		throw new RangeError(
			`${mill.name} needs a GPU, and there is none: nvidia-smi lists no device, there is no /dev/nvidia0, or CUDA_VISIBLE_DEVICES hides all. Install the driver, give the container the device (docker run --gpus all), or write needs: ["gpu", "cpu"] if the mill can compute on the CPU.`,
		);
}
