import { readdirSync } from "node:fs";
import type { Mill } from "../../core/definition/mill.js";
import { namesIn, visibleDevices } from "../visible-devices.js";

/**
 * The GPUs that workers may use, by the names that CUDA_VISIBLE_DEVICES takes: those in the server's own variable, or all that
 * `nvidia-smi` lists. Each gets a worker. Without `nvidia-smi`, as in small images, the device files are counted. Throws a RangeError if
 * the variable names a device that is not there.
 */
export async function findDevices(env = process.env, folder = "/dev"): Promise<readonly string[]> {
	const visible = await visibleDevices(env);
	if (visible) return visible.map(({ name }) => name);
	const found = filesIn(folder);
	const { CUDA_VISIBLE_DEVICES: chosen } = env;
	return found.length === 0 || chosen === undefined ? found : namesIn(chosen);
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
