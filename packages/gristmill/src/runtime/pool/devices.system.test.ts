import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { defineMill, Type, text } from "../../index.js";
import { folderWith } from "../../testing/command.js";
import { demandDevices, findDevices } from "./devices.js";

const TWO = "GPU 0: NVIDIA H200 (UUID: GPU-a)\nGPU 1: NVIDIA H200 (UUID: GPU-b)\n";

/** A folder with an `nvidia-smi` that prints this and ends so, and with the device files of a machine. */
async function machine(t: TestContext, told: string | undefined, code = 0, files: readonly string[] = []) {
	const folder = await folderWith(t, {
		...(told !== undefined && {
			"nvidia-smi": `#!/bin/sh\n[ "$1" = -L ] && printf '%s' '${told}'\nexit ${code}\n`,
		}),
		...Object.fromEntries(files.map((name) => [name, ""])),
	});
	if (told !== undefined) await chmod(join(folder, "nvidia-smi"), 0o755);
	return (env: NodeJS.ProcessEnv = {}) => findDevices({ PATH: folder, ...env }, folder);
}

test("the devices are those that nvidia-smi lists", async (t) => {
	assert.deepEqual(await (await machine(t, TWO))(), ["0", "1"]);
	assert.deepEqual(await (await machine(t, "", 0, ["nvidia0"]))(), []);
});

test("without nvidia-smi, or if it fails, the device files count", async (t) => {
	const files = ["nvidia0", "nvidia3", "nvidiactl", "nvidia-uvm"];
	assert.deepEqual((await (await machine(t, undefined, 0, files))()).toSorted(), ["0", "3"]);
	assert.deepEqual((await (await machine(t, TWO, 9, files))()).toSorted(), ["0", "3"]);
	assert.deepEqual(await (await machine(t, undefined))(), []);
});

for (const [chosen, devices] of [
	["1", ["1"]],
	["GPU-b, GPU-a", ["GPU-b", "GPU-a"]],
	["0,0", ["0", "0"]],
	["1,-1,0", ["1"]],
	["", []],
	["-1", []],
] as const)
	test(`CUDA_VISIBLE_DEVICES="${chosen}" chooses ${devices.length}`, async (t) => {
		const find = await machine(t, TWO);
		assert.deepEqual(await find({ CUDA_VISIBLE_DEVICES: chosen }), devices);
	});

test("a name in CUDA_VISIBLE_DEVICES that is that of no device is refused, where that can be known", async (t) => {
	const find = await machine(t, TWO);
	await assert.rejects(find({ CUDA_VISIBLE_DEVICES: "0,2" }), {
		name: "RangeError",
		message:
			'CUDA_VISIBLE_DEVICES is "0,2", and "2" names no device: nvidia-smi lists 0 (GPU-a), 1 (GPU-b). Name one of these, or unset the variable for all devices.',
	});
	await assert.rejects(find({ CUDA_VISIBLE_DEVICES: "GPU-" }), /"GPU-" names several devices/);
	const files = await machine(t, undefined, 0, ["nvidia0"]);
	assert.deepEqual(await files({ CUDA_VISIBLE_DEVICES: "GPU-a" }), ["GPU-a"]);
});

test("CUDA_VISIBLE_DEVICES makes no device where there is none", async (t) => {
	const find = await machine(t, undefined);
	assert.deepEqual(await find({ CUDA_VISIBLE_DEVICES: "0" }), []);
});

test("a mill that cannot do without a GPU is refused if there is none, with the remedy", () => {
	const mill = (needs: readonly ("gpu" | "cpu")[]) =>
		defineMill({
			name: "text-embedder",
			version: "1.0.0",
			summary: "Exists.",
			input: { "text/plain": text() },
			output: Type.Object({}),
			needs,
			run: () => ({}),
		});
	demandDevices([mill(["gpu"])], ["0"]);
	demandDevices([mill(["gpu", "cpu"]), mill([])], []);
	assert.throws(
		() => demandDevices([mill(["gpu", "cpu"]), mill(["gpu"])], []),
		/^RangeError: text-embedder needs a GPU, and there is none: .* Install the driver, .*write needs: \["gpu", "cpu"\]/,
	);
});
