import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { ManualClock } from "../../testing/manual-clock.js";
import { DeviceWatch, deviceReader } from "./device-metrics.js";
import { exposition } from "./exposition.js";

const values = (watch: DeviceWatch) =>
	exposition(watch.families(), "prometheus")
		.split("\n")
		.filter((line) => line !== "" && !line.startsWith("#"));

test("the memory and the use of each device, as far as it tells them", async () => {
	const watch = new DeviceWatch(async () => "0, 1024, 143771, 37\n1, 0, 143771, [N/A]\n");
	await watch.refresh();
	assert.deepEqual(values(watch), [
		'gristmill_device_memory_used_bytes{device="0"} 1073741824',
		'gristmill_device_memory_used_bytes{device="1"} 0',
		'gristmill_device_memory_bytes{device="0"} 150754820096',
		'gristmill_device_memory_bytes{device="1"} 150754820096',
		'gristmill_device_utilization_ratio{device="0"} 0.37',
	]);
});

test("scrapes never wait for the driver, and read it once in five seconds and once at a time", async () => {
	const clock = new ManualClock();
	const reads: ((told: string | undefined) => void)[] = [];
	const watch = new DeviceWatch(() => new Promise((resolve) => reads.push(resolve)), clock);
	assert.deepEqual(values(watch), []);
	assert.equal(reads.length, 1);
	const read = watch.refresh();
	reads[0]?.("0, 1, 2, 50\n");
	await read;
	assert.equal(values(watch).length, 3);
	clock.advance(4_999);
	values(watch);
	assert.equal(reads.length, 1);
	clock.advance(1);
	for (let i = 0; i < 5; i++) assert.equal(values(watch).length, 3);
	assert.equal(reads.length, 2);
	const failed = watch.refresh();
	reads[1]?.(undefined);
	await failed;
	assert.deepEqual(values(watch), [], "what is not known any more is not told");
});

test("only the devices that the server may use are read, however they are named", async (t) => {
	const PATH = await folderWith(t, {
		"nvidia-smi": `#!/bin/sh
case "$1" in
-L) printf 'GPU 0: A (UUID: GPU-a)\\nGPU 1: B (UUID: GPU-b)\\n  MIG 1g.5gb Device 0: (UUID: MIG-c)\\n' ;;
*) printf '0, 1, 2, 50\\n1, 3, 4, 60\\n' ;;
esac
`,
	});
	await chmod(join(PATH, "nvidia-smi"), 0o755);
	const read = (chosen?: string) =>
		deviceReader({ PATH, ...(chosen !== undefined && { CUDA_VISIBLE_DEVICES: chosen }) })();
	assert.equal(await read(), "0, 1, 2, 50\n1, 3, 4, 60");
	assert.equal(await read("GPU-b"), "1, 3, 4, 60");
	assert.equal(await read("MIG-c"), "1, 3, 4, 60");
	assert.equal(await read("0,-1,1"), "0, 1, 2, 50");
	for (const none of ["", "-1", "5"]) assert.equal((await read(none)) || undefined, undefined);
	assert.equal(await deviceReader({ PATH: "/nonexistent" })(), undefined);
});
