import { askDriver, visibleDevices } from "../visible-devices.js";

const QUERY = ["--query-gpu=index,name,driver_version", "--format=csv,noheader"];

/**
 * What the results of a mill on a GPU depend on besides its code: the models of the devices and the major version of their driver,
 * such as `NVIDIA H200, 580`. Empty without `nvidia-smi`: then it is unknown, or the mill computes on the CPU. Throws a RangeError if
 * CUDA_VISIBLE_DEVICES names no device.
 */
export async function deviceClass(env = process.env): Promise<string> {
	const [devices = [], told = ""] = await Promise.all([visibleDevices(env), askDriver(QUERY, env)]);
	const rows = told.trim().split("\n");
	const classes = devices.flatMap(({ index, profile }) => {
		const row = rows.find((line) => line.startsWith(`${index},`));
		const [, name, major] = /^\d+, *(.*), (\d+)[^,]*$/.exec(row?.trim() ?? "") ?? [];
		return name === undefined ? [] : [`${name}${profile === undefined ? "" : ` MIG ${profile}`}, ${major}`];
	});
	return [...new Set(classes)].sort().join("; ");
}
