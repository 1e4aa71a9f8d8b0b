import assert from "node:assert/strict";
import { test } from "node:test";
import { MiB } from "../../core/definition/limits.js";
import { describeEnd, describeLoss, type KillReason, lossReason } from "./worker-loss.js";

const lost = (killReason?: KillReason, lastMessage?: string) => ({ killReason, lastMessage });

test("a worker that the pool killed has the pool's reason, another one the way in which its process ended", () => {
	const reasons = [
		lossReason(lost("memory"), "signal SIGKILL"),
		lossReason(lost(), "signal SIGSEGV"),
		lossReason(lost(), "exit code 1"),
		lossReason(lost(), "spawn ENOMEM"),
	];
	assert.deepEqual(reasons, ["memory", "signal", "exit", "error"]);
});

test("the log tells kills for different reasons, and by others, apart, though all end by the same signal", () => {
	const kills = [undefined, "deadline", "memory", "silent", "stopped", "loading"] as const;
	const told = kills.map((reason) => describeLoss(lost(reason), "signal SIGKILL", 256 * MiB));
	assert.equal(new Set(told).size, kills.length);
	assert.match(told[0] ?? "", /^signal SIGKILL, not by the server/);
	assert.equal(told[1], "killed: a call took longer than its limit");
	assert.equal(told[2], "killed: it took more memory than its limit of 256 MiB");
	assert.equal(describeLoss(lost(), "exit code 1", MiB), "exit code 1");
});

test("what a worker said about its end is told with the call", () => {
	assert.equal(describeEnd(lost(undefined, "no model"), "exit code 1", MiB), "exit code 1, no model");
});
