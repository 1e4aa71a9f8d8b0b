import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../core/problem.js";
import { defineMill, Type, text } from "../../index.js";
import { blameFor, killerRefused } from "./call-failures.js";
import { boundedDeadline, type PendingCall, taskDeadline, WorkerSlot } from "./pending-call.js";

const millWith = (examples: number) =>
	defineMill({
		name: "waiter",
		version: "1.0.0",
		summary: "Waits.",
		input: { "text/plain": text() },
		output: Type.Object({}),
		deadline: 1_000,
		examples: Array.from({ length: examples }, () => ({ input: "", output: {} })),
		run: () => ({}),
	});

test("the deadline of a mill's examples grows with their number", () => {
	for (const [examples, deadline] of [
		[0, 1_000],
		[1, 1_000],
		[50, 50_000],
	] as const)
		assert.equal(taskDeadline(millWith(examples), { order: undefined }, 60_000), deadline);
	assert.equal(taskDeadline(millWith(50), { order: [3, 1] }, 60_000), 2_000);
	assert.equal(
		taskDeadline({ ...millWith(50), deadline: 3_600_000 }, { order: undefined, together: true }, 3_600_000),
		2 ** 31 - 1,
		"a longer timer would fire at once",
	);
	assert.equal(
		taskDeadline(millWith(50), { order: undefined }, 10),
		500,
		"the operator's bound applies to each call",
	);
});

test("the deadline of a call grows with its input if the mill says so, up to the operator's bound", () => {
	const mill = { ...millWith(0), deadline: { base: 300, perKiB: 3_000 } };
	assert.equal(boundedDeadline(mill, 2_048, 60_000), 6_300);
	assert.equal(boundedDeadline(mill, 2_048, 200), 200);
	assert.equal(boundedDeadline(undefined, 2_048, 200), 200);
});

const NOTHING = () => {};

function slotWith(killReason?: WorkerSlot["killReason"]): WorkerSlot {
	const process = {
		pid: undefined,
		loaded: new Set<string>(),
		hasEnded: false,
		send: NOTHING,
		kill: NOTHING,
	};
	const slot = new WorkerSlot(process);
	slot.killReason = killReason;
	return slot;
}

/** What happens to a call that loses one worker after the other, in words. */
function fates(
	state: "begun" | "sent",
	losses: number,
	company = 1,
	killReason?: WorkerSlot["killReason"],
	bytes = 0,
) {
	const call = { state, deadline: 500, lost: 0, lostAlone: 0, isAlone: false, bytes } as PendingCall;
	return Array.from({ length: losses }, () => {
		const blame = blameFor(call, company, slotWith(killReason), "signal SIGKILL");
		return blame === undefined ? (call.isAlone ? "again alone" : "again") : blame;
	});
}

test("a call that ran alone runs again once, and is blamed for the second lost worker", () => {
	for (const killReason of [undefined, "memory"] as const) {
		const [first, second] = fates("begun", 2, 1, killReason);
		assert.equal(first, "again alone");
		assert.match(String(second), /two workers died under this call: signal SIGKILL/);
	}
});

test("a call that was lost in a batch runs again alone", () => {
	assert.deepEqual(fates("begun", 2, 3), ["again alone", "again alone"]);
});

test("a call that was not begun, or whose worker was stopped, is blamed for the fifth lost worker", () => {
	for (const all of [fates("sent", 5), fates("begun", 5, 1, "stopped")]) {
		assert.deepEqual(all.slice(0, 4), ["again", "again", "again", "again"]);
		assert.match(String(all[4]), /died under this call/);
	}
});

test("a call that exceeded its deadline does not run again, and its caller learns the deadline", () => {
	const [fate] = fates("begun", 1, 1, "deadline", 1_024);
	assert.ok(Problem.is(fate) && fate.code === "deadline-exceeded");
	assert.equal(
		fate.detail,
		"The call took longer than its limit of 500 ms. A smaller input may fit; the operator can raise the limit.",
	);
});

test("whoever sent a small input, or one that is refused for equal calls, is not told to send a smaller one", () => {
	const [fate] = fates("begun", 1, 1, "deadline", 1_023);
	assert.equal(
		(fate as Problem).detail,
		"The call took longer than its limit of 500 ms. The operator can raise the limit.",
	);
	assert.equal(
		(killerRefused({ deadline: 500, bytes: 5_000 } as PendingCall, "deadline") as Problem).detail,
		"Equal calls took longer than their limit of 500 ms, so this one is refused for a while. The operator can raise the limit.",
	);
});
