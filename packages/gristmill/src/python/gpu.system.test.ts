import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { delimiter } from "node:path";
import { type TestContext, test } from "node:test";
import { folderWith, gristmill } from "../testing/command.js";
import { NO_PYTHON } from "../testing/python.js";

const skip = NO_PYTHON;

/** Tells what its process got. */
const TELLER = `import os
from typing import TypedDict
from gristmill import mill

class Told(TypedDict):
    device: str
    visible: str
    has_cache: bool
    has_secret: bool

@mill(version="1.0.0", needs=["gpu"], examples=[{"input": "x", "output": DEVICES}])
def device_teller(text: str) -> Told:
    """Tells its devices."""
    home = os.environ["HOME"]
    return Told(
        device=os.environ["GRISTMILL_DEVICE"],
        visible=os.environ["CUDA_VISIBLE_DEVICES"],
        has_cache=home == os.environ["CUDA_CACHE_PATH"] and os.path.isdir(home) and os.access(home, os.W_OK),
        has_secret="NVIDIA_API_KEY" in os.environ,
    )
`;

const told = (device: string, visible: string) =>
	`{"device": "${device}", "visible": "${visible}", "has_cache": True, "has_secret": False}`;

/** Tests the mill on a machine whose \`nvidia-smi\` lists this number of devices. */
async function tested(t: TestContext, code: string, devices: number) {
	const list = Array.from({ length: devices }, (_, i) => `GPU ${i}: Fake (UUID: GPU-${i})\\n`).join("");
	const cwd = await folderWith(t, {
		"device_teller.py": code,
		"nvidia-smi": `#!/bin/sh\nprintf '${list}'\n`,
	});
	await chmod(`${cwd}/nvidia-smi`, 0o755);
	const env = {
		PATH: `${cwd}${delimiter}${process.env.PATH}`,
		NVIDIA_API_KEY: "secret",
		CUDA_VISIBLE_DEVICES: undefined,
	};
	const run = gristmill(t, ["test", "device_teller.py"], { cwd, env });
	return { code: await run.ended, text: run.stdout() + run.stderr() };
}

test("a mill that needs a GPU gets the devices and a cache, and no secret", { skip }, async (t) => {
	const { code, text } = await tested(t, TELLER.replace("DEVICES", told("0,1", "0,1")), 2);
	assert.equal(code, 0, text);
});

test("a mill that needs a GPU is refused without one", { skip }, async (t) => {
	const { code, text } = await tested(t, TELLER.replace("DEVICES", told("", "")), 0);
	assert.equal(code, 1, text);
	assert.match(text, /device-teller needs a GPU, and there is none/);
});

test("a mill that can do without a GPU computes on the CPU", { skip }, async (t) => {
	const either = TELLER.replace('["gpu"]', '["gpu", "cpu"]').replace("DEVICES", told("cpu", ""));
	const { code, text } = await tested(t, either, 0);
	assert.equal(code, 0, text);
});

test("a need that Python does not know is refused in one sentence", { skip }, async (t) => {
	for (const [wrong, message] of [
		['"gpu"', /needs is "gpu", and must be a list of addons/],
		['["cpu"]', /needs has "cpu" without "gpu"/],
	] as const) {
		const { text } = await tested(t, TELLER.replace('["gpu"]', wrong).replace("DEVICES", told("", "")), 1);
		assert.match(text, message);
	}
});
