import { performance } from "node:perf_hooks";
import { deadlineFor } from "../../core/deadline.js";
import type { Mill } from "../../core/definition/mill.js";
import { Problem } from "../../core/problem.js";
import type { CallTimings } from "../admission/call-timings.js";
import { Crash } from "../failures.js";
import { CALLS_TOGETHER } from "../loading/examine-together.js";
import { largestExample } from "../loading/example-call.js";
import type { LossReason } from "../observer.js";
import type { Call } from "../perform.js";
import type { ArrivingBytes } from "./arriving.js";
import type { Examination } from "./messages.js";
import { vitalsOf } from "./vitals.js";
import { WaitClock } from "./wait-clock.js";
import type { WorkerProcess } from "./worker-process.js";

/** The result of a job. */
export interface JobResult {
	readonly content: Uint8Array | ArrivingBytes;
	/** The compute time in microseconds. */
	readonly micros: number;
	/** The time for which the job occupied its worker, transfers included, in microseconds. It is known when all bytes have come. */
	readonly occupiedMicros: number | Promise<number>;
}

/** Calls that a worker was given as one job, by their ids: those without an answer yet. */
export interface Batch {
	readonly members: Map<number, Job>;
	/** The number of calls that the worker was given. */
	readonly size: number;
	/** Whether they are computed one after the other: then the answer to each is final. */
	readonly inARow: boolean;
}

/** The number of workers that died while they had a job. */
interface LostWorkers {
	total: number;
	/** Those that had begun the job. */
	running: number;
}

/** One task for a worker. */
export interface Job {
	readonly id: number;
	readonly mill: string;
	/** A call, calls to compute together, or how to run the mill's own examples. */
	readonly task: Call | Batch | Examination;
	readonly deadline: number;
	readonly timings: CallTimings | undefined;
	/** Limits how long the job waits for a worker to begin it. */
	readonly wait: WaitClock;
	/** A stand-in shares this record with its job: a worker may begin a job that was taken back. */
	readonly lost: LostWorkers;
	/** Equal for calls that may be computed together. */
	readonly company: string | undefined;
	/** Whether it goes to a worker alone, because something went wrong in company. */
	mustBeAlone: boolean;
	/** Whether its worker has begun it. */
	begun: boolean;
	/** Whether the caller is gone, or the job was taken back from this worker. */
	cancelled: boolean;
	/** Whether it was taken back once because a worker did not begin it in time. */
	isSecondTry: boolean;
	/** Whether this is the stand-in for a job that was taken back because its worker was late. */
	readonly isReassigned: boolean;
	worker: WorkerSlot | undefined;
	timer: NodeJS.Timeout | undefined;
	/** Ends the patience with a row. */
	rowTimer: NodeJS.Timeout | undefined;
	/** When it was sent to its worker, or became its worker's next job, in milliseconds. */
	assignedAt: number;
	readonly resolve: (result: JobResult) => void;
	readonly reject: (reason: Error) => void;
}

/** A result on its way from a worker: the caller of `call` has it already, but not all its bytes. */
export interface Arrival {
	readonly call: Job;
	/** Call it when the last byte has come. */
	end(): void;
	/** The rest will not come. */
	fail(error: Error): void;
}

/** A worker process and its jobs. */
export interface WorkerSlot {
	readonly process: WorkerProcess;
	/** The job that it runs or is about to begin. */
	job: Job | undefined;
	/** The job that it has received already, to begin after that. */
	prefetched: Job | undefined;
	/** The result that it is sending, if its bytes go on as they come. */
	arrival: Arrival | undefined;
	/** Undefined unless the pool killed it. */
	killReason: KillReason | undefined;
}

/** Why the pool killed a worker. */
type KillReason = Extract<LossReason, "deadline" | "memory" | "silent" | "stopped" | "loading">;

/** Kills a worker. The first reason is the one that counts. */
export function killWorker(slot: WorkerSlot, reason: KillReason): void {
	slot.killReason ??= reason;
	slot.process.kill();
}

const UNBOUNDED = new WaitClock(Number.POSITIVE_INFINITY, () => {});

/** Creates a job that no worker has yet. */
export function newJob(
	given: Pick<Job, "id" | "mill" | "task" | "deadline" | "timings" | "resolve" | "reject"> & {
		readonly wait?: WaitClock;
		readonly company?: string | undefined;
		/** Called once, when the job has its result. */
		readonly settled?: () => void;
	},
): Job {
	const { id, mill, task, deadline, timings, wait = UNBOUNDED, company, resolve, reject, settled } = given;
	let isSettled = false;
	const settle = () => {
		wait.stop();
		if (!isSettled) settled?.();
		isSettled = true;
	};
	// Member by member: to spread `given` takes longer than the rest of the pool does for a call.
	return {
		id,
		mill,
		task,
		deadline,
		timings,
		wait,
		lost: { total: 0, running: 0 },
		company,
		mustBeAlone: false,
		begun: false,
		cancelled: false,
		isSecondTry: false,
		isReassigned: false,
		worker: undefined,
		timer: undefined,
		rowTimer: undefined,
		assignedAt: 0,
		resolve: (result) => {
			settle();
			resolve(result);
		},
		reject: (reason) => {
			settle();
			reject(reason);
		},
	};
}

/** Takes the place of a job in the worker that it was taken back from, until the worker reports what it did with it. */
export function standInFor(job: Job): Job {
	return {
		...job,
		task: "members" in job.task ? { ...job.task, members: new Map() } : job.task,
		timings: undefined,
		wait: UNBOUNDED,
		cancelled: true,
		resolve: () => {},
		reject: () => {},
	};
}

/** The calls of a batch that have no answer yet, in order; or the job itself. */
export function membersOf(job: Job): Job[] {
	return "members" in job.task ? [...job.task.members.values()] : [job];
}

/** Whether a job is calls that are computed one after the other. */
export function isRow({ task }: Job): boolean {
	return "members" in task && task.inARow;
}

/** Whether all callers of a job have gone. */
export function isCancelled(job: Job): boolean {
	return job.cancelled || ("members" in job.task && membersOf(job).every(({ cancelled }) => cancelled));
}

/** The deadline of a call with an input of this size. `bound` is the operator's limit. */
export function boundedDeadline(mill: Mill | undefined, bytes: number, bound: number): number {
	return mill ? Math.min(deadlineFor(mill.deadline, bytes), bound) : bound;
}

/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The deadline of a call, or of a mill's own examples, which are several calls. */
export function jobDeadline(mill: Mill | undefined, task: Call | Examination, bound: number): number {
	if (!("order" in task)) return boundedDeadline(mill, task.body.byteLength, bound);
	const examples = (task.order ?? mill?.examples ?? []).length;
	const calls = task.together ? examples * CALLS_TOGETHER : examples;
	return Math.min(LONGEST_TIMER_MS, boundedDeadline(mill, largestExample(mill), bound) * Math.max(1, calls));
}

/** After this time a worker that has not begun its job hangs in something else. */
const ACKNOWLEDGE_MS = 30_000;
/** After this time another worker may try. The first one may be loading another mill, so it is not killed yet. */
const SECOND_TRY_MS = 500;

/** Calls `onLate` if the worker does not begin its job soon, and kills the worker if it never does. */
export function awaitBegin(slot: WorkerSlot, job: Job, onLate: () => void): void {
	job.assignedAt = performance.now();
	job.begun = false;
	if (job.deadline === Number.POSITIVE_INFINITY) return;
	setAlarm(job, SECOND_TRY_MS, () => {
		onLate();
		// This is the stand-in if the job was taken back.
		if (slot.job) setAlarm(slot.job, ACKNOWLEDGE_MS - SECOND_TRY_MS, () => killWorker(slot, "silent"));
	});
}

/** Starts the deadline: the worker has begun the job. */
export function startDeadline(slot: WorkerSlot, job: Job): void {
	job.begun = true;
	const now = performance.now();
	for (const member of membersOf(job)) {
		member.begun = true;
		member.wait.stop();
		if (!member.timings) continue;
		member.timings.begun = now;
		// It is set if the previous worker died.
		member.timings.done = 0;
	}
	clearAlarm(job);
	if (job.deadline === Number.POSITIVE_INFINITY) return;
	setAlarm(job, job.deadline, () => {
		// If a signal stopped the worker, the call is not to blame.
		killWorker(slot, vitalsOf(slot.process.pid)?.isStopped ? "stopped" : "deadline");
	});
}

/** Calls `slow` if the row takes longer than `patience` milliseconds. */
export function watchRow(row: Job, patience: number, slow: () => void): void {
	// The answers may have arrived during a pause of the server, so it reads them first.
	row.rowTimer = setTimeout(() => setImmediate(slow), patience).unref();
}

/** Stops all timers of the job in its worker, whatever the result is. */
export function stopDeadline(job: Job): void {
	clearAlarm(job);
	clearTimeout(job.rowTimer);
	const now = performance.now();
	for (const member of membersOf(job)) recordEnd(member, now);
}

/** Records when a call was done. */
export function recordEnd({ timings, begun }: Job, now: number = performance.now()): void {
	if (timings && begun) timings.done = now;
}

/**
 * Calls `ring` after a time, unless the alarm is cleared first. Node runs timers before it reads input. After a pause of the
 * server a message from the worker may have arrived unread, so `setImmediate` lets Node read it first.
 */
function setAlarm(job: Job, milliseconds: number, ring: () => void): void {
	const timer = setTimeout(() => {
		setImmediate(() => {
			if (job.timer === timer) ring();
		});
	}, milliseconds);
	job.timer = timer;
}

function clearAlarm(job: Job): void {
	clearTimeout(job.timer);
	job.timer = undefined;
}

/** The most workers that a call may lose before it is blamed, even if none of them had begun it. */
const MOST_LOST = 5;

/**
 * What to do with a job whose worker is gone. Calls are pure, so the job runs again. After two lost workers we blame the call.
 * A call that exceeded its deadline is not retried.
 */
export function afterLoss(job: Job, { killReason }: WorkerSlot, exit: string): "retry" | Error {
	if (killReason === "deadline") return tookTooLong(job);
	// A call that had not begun, or whose worker was stopped, did not kill its worker.
	return countLoss(job, job.begun && killReason !== "stopped", exit);
}

/** Why the rest of a result will not come. The call does not run again: its caller may have a part of the result. */
export function afterBrokenResult(job: Job, { killReason }: WorkerSlot, exit: string): Error {
	if (killReason === "deadline") return tookTooLong(job);
	return new Crash(`the worker died while it sent the result: ${exit}`);
}

function tookTooLong({ deadline }: Job): Problem {
	return new Problem("deadline-exceeded", `Send less: the call took longer than ${deadline} ms.`);
}

/**
 * What to do with a call whose worker is gone in the middle of a batch, for whatever reason. It runs again. If it may have been
 * the cause, it runs alone: then it is known which call is to blame.
 */
export function afterBatchLoss(member: Job, { killReason }: WorkerSlot, exit: string): "retry" | Error {
	if (member.begun && killReason !== "stopped") member.mustBeAlone = true;
	return countLoss(member, false, exit);
}

function countLoss({ lost }: Job, mayBlame: boolean, exit: string): "retry" | Error {
	lost.total++;
	if (mayBlame) lost.running++;
	if (lost.running < 2 && lost.total < MOST_LOST) return "retry";
	return new Crash(`two workers died under this call: ${exit}`);
}

/** Why a worker is gone: the pool killed it, or its process ended by itself. */
export function lossReason({ killReason }: WorkerSlot, exit: string): LossReason {
	if (killReason) return killReason;
	if (exit.startsWith("signal ")) return "signal";
	return exit.startsWith("exit ") ? "exit" : "error";
}
