import assert from "node:assert/strict";
import { test } from "node:test";
import { MiB } from "../../core/definition/limits.js";
import type { Need } from "../../core/definition/mill.js";
import { workerFlags } from "./worker-flags.js";

const flagsOf = (needs: readonly Need[], inspect = false) =>
	workerFlags(needs, [], { inspect, memory: 512 * MiB });

test("the heap is bounded below the resident limit, and only mills with native code have a small nursery", () => {
	assert.ok(flagsOf([]).includes("--max-old-space-size=384"));
	assert.ok(!flagsOf([]).some((flag) => flag.startsWith("--max-semi-space-size")));
	assert.ok(flagsOf(["addons"]).includes("--max-semi-space-size=4"));
});

test("under a debugger there is no limit", () => {
	assert.deepEqual(flagsOf(["addons"], true), ["--inspect=127.0.0.1:0"]);
});
