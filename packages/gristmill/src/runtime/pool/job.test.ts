import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { MessageChannel } from "node:worker_threads";
import { Problem } from "../../core/problem.js";
import { defineMill, Type, text } from "../../index.js";
import {
	afterLoss,
	awaitBegin,
	type Job,
	jobDeadline,
	lossReason,
	newJob,
	standInFor,
	startDeadline,
	stopDeadline,
	type WorkerSlot,
} from "./job.js";

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
		assert.equal(jobDeadline(millWith(examples), { order: undefined }, 60_000), deadline);
	assert.equal(jobDeadline(millWith(50), { order: [3, 1] }, 60_000), 2_000);
	assert.equal(
		jobDeadline({ ...millWith(50), deadline: 3_600_000 }, { order: undefined, together: true }, 3_600_000),
		2 ** 31 - 1,
		"a longer timer would fire at once",
	);
	assert.equal(
		jobDeadline(millWith(50), { order: undefined }, 10),
		500,
		"the operator's bound applies to each call",
	);
});

const NOTHING = () => {};

function jobThat(begun: boolean, deadline = 500): Job {
	const given = { id: 1, mill: "tokeniser", task: { order: undefined }, deadline, timings: undefined };
	return { ...newJob({ ...given, resolve: NOTHING, reject: NOTHING }), begun };
}

function slotWith(killReason?: WorkerSlot["killReason"]): WorkerSlot {
	const process = {
		pid: undefined,
		loaded: new Set<string>(),
		hasEnded: false,
		send: NOTHING,
		kill: NOTHING,
	};
	return { process, job: undefined, prefetched: undefined, arrival: undefined, killReason };
}

/** What happens to a job that loses one worker after the other, in words. */
function fates(job: Job, losses: number): string[] {
	return Array.from({ length: losses }, () => {
		const fate = afterLoss(job, slotWith(), "signal SIGKILL");
		return fate === "retry" ? fate : fate.message;
	});
}

test("a job that has begun is retried once, and blamed for the second lost worker", () => {
	const crash = "two workers died under this call: signal SIGKILL";
	assert.deepEqual(fates(jobThat(true), 2), ["retry", crash]);
});

test("a worker that began a job that was taken back counts as lost to that job", () => {
	const job = jobThat(true);
	afterLoss(standInFor(job), slotWith(), "signal SIGKILL");
	assert.ok(afterLoss(job, slotWith(), "signal SIGKILL") instanceof Error);
});

test("a job that no worker has begun is retried four times, and blamed for the fifth lost worker", () => {
	const last = fates(jobThat(false), 5);
	assert.deepEqual(last.slice(0, 4), ["retry", "retry", "retry", "retry"]);
	assert.match(last[4] ?? "", /died under this call/);
});

test("a job that exceeded its deadline is not retried, and its caller learns the deadline", () => {
	const fate = afterLoss(jobThat(true), slotWith("deadline"), "signal SIGKILL");
	assert.ok(Problem.is(fate) && fate.code === "deadline-exceeded");
	assert.match(fate.detail ?? "", /longer than 500 ms/);
});

test("a job whose worker took too much memory is retried once", () => {
	assert.equal(afterLoss(jobThat(true), slotWith("memory"), "signal SIGKILL"), "retry");
});

test("a job whose worker was stopped is not blamed, and is retried a few times", () => {
	const job = jobThat(true);
	const fates = Array.from({ length: 5 }, () => afterLoss(job, slotWith("stopped"), "signal SIGKILL"));
	assert.deepEqual(fates.slice(0, 4), ["retry", "retry", "retry", "retry"]);
	assert.ok(fates[4] instanceof Error);
});

test("a worker that the pool killed has the pool's reason, another one the way in which its process ended", () => {
	const reasons = [
		lossReason(slotWith("memory"), "signal SIGKILL"),
		lossReason(slotWith(), "signal SIGSEGV"),
		lossReason(slotWith(), "exit code 1"),
		lossReason(slotWith(), "spawn ENOMEM"),
	];
	assert.deepEqual(reasons, ["memory", "signal", "exit", "error"]);
});

/** Longer than a worker may take to begin a job before another worker gets it. */
const HELD_UP_MS = 700;

test("a worker whose message has arrived is not late, even if the server was held up and has not read it yet", async () => {
	const [slot, job] = [slotWith(), jobThat(false, 60_000)];
	let late = 0;
	const { port1, port2 } = new MessageChannel();
	port2.on("message", () => startDeadline(slot, job));
	const begun = once(port2, "message");
	awaitBegin(slot, job, () => late++);
	port1.postMessage("begun");
	const end = performance.now() + HELD_UP_MS;
	while (performance.now() < end);
	await begun;
	await new Promise(setImmediate);
	stopDeadline(job);
	port1.close();
	assert.equal(late, 0);
});
