import { performance } from "node:perf_hooks";
import { Problem } from "../../core/problem.js";
import { Crash } from "../failures.js";
import { type Job, type JobResult, recordEnd } from "./job.js";
import type { CallAnswer } from "./messages.js";

/** Gives the caller of a call the answer of its worker. `job` is the call itself, or the batch that it is in. */
export function answerCall(job: Job, call: Job, answer: CallAnswer, now: number = performance.now()): void {
	if ("members" in job.task) job.task.members.delete(call.id);
	recordEnd(call, now);
	if (answer.type === "done") call.resolve(resultOf(answer, job, now));
	else if (answer.type === "crash") call.reject(new Crash(answer.reason));
	else call.reject(new Problem(answer.code, answer.detail, answer.members));
}

/** The number of calls that a worker was given as one job. */
export function sizeOf({ task }: Job): number {
	return "members" in task ? task.size : 1;
}

/** The compute time of a call. The calls of a batch share its time. In a row, each call has its own. */
export function sharedMicros(job: Job, micros: number): number {
	return "members" in job.task && !job.task.inARow ? micros / sizeOf(job) : micros;
}

/** The time for which a call has occupied its worker until now. */
export function occupiedMicros(job: Job, now: number = performance.now()): number {
	return ((now - job.assignedAt) * 1_000) / sizeOf(job);
}

function resultOf(
	{ content, micros }: Extract<CallAnswer, { type: "done" }>,
	job: Job,
	now: number,
): JobResult {
	return { content, micros: sharedMicros(job, micros), occupiedMicros: occupiedMicros(job, now) };
}
