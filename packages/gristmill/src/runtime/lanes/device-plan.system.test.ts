import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { type TestContext, test } from "node:test";
import { MiB } from "../../index.js";
import { folderWith } from "../../testing/command.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import { DevicePlan } from "./device-plan.js";

const millWith = (...needs: readonly ("gpu" | "cpu")[]) => emptyMill({ needs });

const GIVEN = { workers: 8, deviceMemory: 4_096 * MiB };

/** The plan of a machine whose `nvidia-smi` lists this number of devices. */
async function planWith(t: TestContext, devices: number, mill = millWith("gpu")) {
	const lines = Array.from({ length: devices }, (_, i) => `echo "GPU ${i}: Fake (UUID: GPU-${i})"`);
	const folder = await folderWith(t, { "nvidia-smi": ["#!/bin/sh", ...lines].join("\n") });
	await chmod(join(folder, "nvidia-smi"), 0o755);
	const { PATH, CUDA_VISIBLE_DEVICES } = process.env;
	process.env.PATH = `${folder}${delimiter}${PATH}`;
	delete process.env.CUDA_VISIBLE_DEVICES;
	t.after(() => {
		process.env.PATH = PATH;
		if (CUDA_VISIBLE_DEVICES !== undefined) process.env.CUDA_VISIBLE_DEVICES = CUDA_VISIBLE_DEVICES;
	});
	const plan = await DevicePlan.for([mill]);
	t.after(() => plan.close());
	return plan.optionsOf([mill], GIVEN);
}

test("each device has a worker and no spare, and they share the memory", async (t) => {
	const options = await planWith(t, 2);
	assert.deepEqual([options.workers, options.spares, options.memory], [2, 0, 2_048 * MiB]);
	assert.equal(options.loadMs, 600_000);
	assert.equal(options.environment?.(1).CUDA_VISIBLE_DEVICES, "1");
});

test("there are no more workers than the operator allows", async (t) => {
	const options = await planWith(t, 16);
	assert.equal(options.workers, 8);
	assert.equal(options.environment?.(7).CUDA_VISIBLE_DEVICES, "7,15");
});

test("without a device, a mill that can do without has workers like any other, and a cache", async (t) => {
	const { environment, ...options } = await planWith(t, 0, millWith("gpu", "cpu"));
	assert.deepEqual(options, { loadMs: 600_000 });
	assert.equal(environment?.(0).GRISTMILL_DEVICE, "cpu");
	assert.ok(existsSync(environment?.(0).HOME ?? ""));
});

test("for other mills nothing changes, and no device is looked for", async () => {
	const plan = await DevicePlan.for([millWith()]);
	assert.deepEqual(plan.optionsOf([millWith()], GIVEN), {});
});
