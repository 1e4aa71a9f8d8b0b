import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../core/problem.js";
import { type Job, newJob, type Seat } from "./job.js";
import { Loads } from "./loads.js";
import { afterLoss, lossReason } from "./lost-job.js";

const NOTHING = () => {};

function jobThat(begun: boolean): Job {
	const facts = { id: 1, mill: "tokeniser", task: { order: undefined }, deadline: 500, passage: undefined };
	return { ...newJob({ ...facts, resolve: NOTHING, reject: NOTHING }), begun };
}

function seatWith(verdict?: Seat["verdict"]): Seat {
	const process = { pid: undefined, loaded: new Set<string>(), say: NOTHING, kill: NOTHING };
	return { process, job: undefined, ahead: undefined, verdict, loads: new Loads(undefined) };
}

/** What becomes of a job that loses one worker after the other, in words. */
function fates(job: Job, losses: number): string[] {
	return Array.from({ length: losses }, () => {
		const fate = afterLoss(job, seatWith(), "signal SIGKILL");
		return fate === "again" ? fate : fate.message;
	});
}

test("a job that has begun runs once more, and a second death is the mill's own", () => {
	const crash = "two workers died under this call: signal SIGKILL";
	assert.deepEqual(fates(jobThat(true), 2), ["again", crash]);
});

test("a job that no worker has begun outlives four of them, and not the fifth", () => {
	const last = fates(jobThat(false), 5);
	assert.deepEqual(last.slice(0, 4), ["again", "again", "again", "again"]);
	assert.match(last[4] ?? "", /died under this call/);
});

test("a job that ran out of time does not run again, and its caller learns the deadline", () => {
	const fate = afterLoss(jobThat(true), seatWith("deadline"), "signal SIGKILL");
	assert.ok(Problem.is(fate) && fate.code === "deadline-exceeded");
	assert.match(fate.detail ?? "", /longer than 500 ms/);
});

test("a job whose worker took too much memory runs once more", () => {
	assert.equal(afterLoss(jobThat(true), seatWith("memory"), "signal SIGKILL"), "again");
});

test("a worker that we ended is counted by our reason, another one by how its process ended", () => {
	const reasons = [
		lossReason(seatWith("memory"), "signal SIGKILL"),
		lossReason(seatWith(), "signal SIGSEGV"),
		lossReason(seatWith(), "exit code 1"),
		lossReason(seatWith(), "spawn ENOMEM"),
	];
	assert.deepEqual(reasons, ["memory", "signal", "exit", "error"]);
});
