import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** The compiled tests are in `dist/`. */
const ROOT = fileURLToPath(new URL("..", import.meta.url));

test("the benchmark of telemetry runs: it uses modules that no types protect", () => {
	const env = { ...process.env, BENCH_ROUNDS: "1", BENCH_CALLS: "100" };
	const { status, stdout, stderr } = spawnSync(process.execPath, ["bench/telemetry.mjs"], {
		cwd: ROOT,
		env,
		encoding: "utf8",
	});
	assert.equal(status, 0, stderr);
	assert.match(stdout, /^metrics .* µs/m);
});
