import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith } from "../../testing/command.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import { deviceClass } from "./device-class.js";
import { millDigest } from "./digest.js";

/** The environment of a machine whose `nvidia-smi` tells these devices, or fails. */
async function machine(t: TestContext, devices: string, code = 0): Promise<NodeJS.ProcessEnv> {
	const PATH = await folderWith(t, {
		"nvidia-smi": `#!/bin/sh\n[ "$3" = --id=1 ] && printf 'NVIDIA L4, 570.1\\n' || printf '${devices}'\nexit ${code}\n`,
	});
	await chmod(join(PATH, "nvidia-smi"), 0o755);
	return { PATH };
}

const H200 = "NVIDIA H200, 580.65.06\\n";

test("the class of devices is their models and the major version of their driver", async (t) => {
	assert.equal(await deviceClass(await machine(t, H200 + H200)), "NVIDIA H200, 580");
	const mixed = await machine(t, `${H200}NVIDIA A100-SXM4-40GB, 580.65.06\\n`);
	assert.equal(await deviceClass(mixed), "NVIDIA A100-SXM4-40GB, 580; NVIDIA H200, 580");
	assert.equal(await deviceClass({ ...mixed, CUDA_VISIBLE_DEVICES: "1" }), "NVIDIA L4, 570");
	assert.equal(await deviceClass({ ...mixed, CUDA_VISIBLE_DEVICES: "" }), "");
	assert.equal(await deviceClass(await machine(t, "No devices were found", 6)), "");
	assert.equal(await deviceClass({ PATH: "/nonexistent" }), "");
});

test("the digest of a mill that needs a GPU depends on the devices, and that of another one does not", async (t) => {
	const machines = [
		await machine(t, H200),
		await machine(t, "NVIDIA H200, 580.95.05\\n"),
		await machine(t, "NVIDIA H200, 590.1\\n"),
		await machine(t, "NVIDIA L4, 580.65.06\\n"),
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
