import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import { deviceClass } from "./device-class.js";
import { millDigest } from "./digest.js";

/** The environment of a machine whose `nvidia-smi` lists these devices, each with its model and the version of its driver, or fails. */
async function machine(t: TestContext, devices: readonly string[], code = 0): Promise<NodeJS.ProcessEnv> {
	const list = devices.map((device, i) => `GPU ${i}: ${device.split(",")[0]} (UUID: GPU-${i}f00)`);
	if (devices.length > 0)
		list.splice(
			1,
			0,
			"  MIG 1g.5gb      Device  0: (UUID: MIG-aa)",
			"  MIG 2g.10gb     Device  1: (UUID: MIG-ab)",
		);
	const rows = devices.map((device, i) => `${i}, ${device}`);
	const PATH = await folderWith(t, {
		"nvidia-smi": `#!/bin/sh
case "$*" in
-L) printf '%s\\n' ${list.map((line) => `'${line}'`).join(" ")} ;;
"--query-gpu=index,name,driver_version --format=csv,noheader") printf '%s\\n' ${rows.map((row) => `'${row}'`).join(" ")} ;;
*) exit 2 ;;
esac
exit ${code}
`,
	});
	await chmod(join(PATH, "nvidia-smi"), 0o755);
	return { PATH };
}

const H200 = "NVIDIA H200, 580.65.06";
const A100 = "NVIDIA A100-SXM4-40GB, 580.65.06";
const L4 = "NVIDIA L4, 570.1";

test("the class of devices is their models and the major version of their driver", async (t) => {
	assert.equal(await deviceClass(await machine(t, [H200, H200])), "NVIDIA H200, 580");
	assert.equal(
		await deviceClass(await machine(t, [H200, A100])),
		"NVIDIA A100-SXM4-40GB, 580; NVIDIA H200, 580",
	);
	assert.equal(await deviceClass(await machine(t, [], 6)), "");
	assert.equal(await deviceClass({ PATH: "/nonexistent" }), "");
});

for (const [chosen, expected] of [
	["1", "NVIDIA L4, 570"],
	["2,01", "NVIDIA A100-SXM4-40GB, 580; NVIDIA L4, 570"],
	[" 1 , 1 ", "NVIDIA L4, 570"],
	["GPU-1", "NVIDIA L4, 570"],
	["GPU-0f00,GPU-2f", "NVIDIA A100-SXM4-40GB, 580; NVIDIA H200, 580"],
	["MIG-ab", "NVIDIA H200 MIG 2g.10gb, 580"],
	["1,-1,0", "NVIDIA L4, 570"],
	["1,,0", "NVIDIA L4, 570"],
	["", ""],
	["  ", ""],
	["-1", ""],
	["NoDevFiles", ""],
] as const)
	test(`CUDA_VISIBLE_DEVICES="${chosen}" is the class "${expected}"`, async (t) => {
		const env = { ...(await machine(t, [H200, L4, A100])), CUDA_VISIBLE_DEVICES: chosen };
		assert.equal(await deviceClass(env), expected);
	});

for (const [chosen, message] of [
	[
		"0,7",
		/^RangeError: CUDA_VISIBLE_DEVICES is "0,7", and "7" names no device: nvidia-smi lists 0 \(GPU-0f00\), MIG-aa, MIG-ab, 1 \(GPU-1f00\)\. Name one/,
	],
	["GPU-9", /"GPU-9" names no device/],
	["MIG-a", /"MIG-a" names several devices/],
	["all", /"all" names no device/],
] as const)
	test(`CUDA_VISIBLE_DEVICES="${chosen}" is refused`, async (t) => {
		const env = { ...(await machine(t, [H200, L4])), CUDA_VISIBLE_DEVICES: chosen };
		await assert.rejects(deviceClass(env), message);
	});

test("the digest of a mill that needs a GPU depends on the devices, and that of another one does not", async (t) => {
	const machines = [
		await machine(t, [H200]),
		await machine(t, ["NVIDIA H200, 580.95.05"]),
		await machine(t, ["NVIDIA H200, 590.1"]),
		await machine(t, ["NVIDIA L4, 580.65.06"]),
	];
	const digests = (needs: readonly "gpu"[]) => {
		const mill = emptyMill({ needs });
		return Promise.all(machines.map((env) => millDigest(mill, undefined, undefined, env)));
	};
	const [one, sameMajor, ...others] = await digests(["gpu"]);
	assert.equal(one, sameMajor);
	assert.equal(new Set([one, ...others]).size, 3);
	assert.equal(new Set(await digests([])).size, 1);
});
