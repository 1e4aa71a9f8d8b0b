import type { Mill } from "../../core/definition/mill.js";
import { Problem } from "../../core/problem.js";
import type { CallTimings } from "../admission/call-timings.js";
import { unready, waitedTooLong } from "../admission/refusals.js";
import { CallerGone, Crash } from "../failures.js";
import type { ExampleResult } from "../loading/examine.js";
import type { Census } from "../observer.js";
import type { Call } from "../perform.js";
import { Assignments } from "./assignments.js";
import {
	afterLoss,
	type Job,
	type JobResult,
	jobDeadline,
	lossReason,
	newJob,
	startDeadline,
	type WorkerSlot,
} from "./job.js";
import type { FromWorker } from "./messages.js";
import type { PoolOptions } from "./pool-options.js";
import { Prefetch, prefetchedJob } from "./prefetch.js";
import { FairQueue, RunningCalls } from "./queue.js";
import { longestWait, WaitClock } from "./wait-clock.js";
import { type PoolMill, Workers } from "./workers.js";

const UNLOADABLE = "The mill cannot be loaded.";
const CLOSED = "The server is shutting down.";

/** Child processes that compute calls, one at a time each. A process can be killed in any state; a warm spare replaces it. */
export class Pool {
	readonly #options: PoolOptions;
	readonly #mills: ReadonlyMap<string, Mill>;
	readonly #queue = new FairQueue<Job>();
	readonly #workers: Workers;
	readonly #prefetch: Prefetch;
	readonly #running: RunningCalls;
	readonly #assignments: Assignments;
	#nextId = 1;
	#closed = false;

	constructor(mills: readonly PoolMill[], options: PoolOptions) {
		this.#options = options;
		this.#running = new RunningCalls(options.workers, options.concurrency);
		this.#assignments = new Assignments(this.#running, (slot) => this.#late(slot));
		this.#mills = new Map(mills.map(({ mill }) => [mill.name, mill]));
		this.#workers = new Workers(mills, options, {
			received: (slot, message) => this.#received(slot, message),
			lost: (slot, exit, loading) => this.#lost(slot, exit, loading),
			unloadable: (mill) => this.#refuseWaiting((name) => name === mill, UNLOADABLE),
		});
		this.#prefetch = new Prefetch(this.#workers.slots, this.#queue, options.workers);
	}

	/** The number of waiting calls of a mill, prefetched calls included. */
	waiting(mill: string): number {
		return this.#queue.count(mill) + this.#prefetch.count(mill);
	}

	/** The number of mills with waiting or running calls. */
	busyMills(): number {
		return new Set([...this.#queue.mills(), ...this.#running.mills()]).size;
	}

	/** Why a mill is out of service: no worker has it and it cannot be loaded. Undefined if it is in service, as far as is known. */
	unloadable(mill: string): string | undefined {
		return this.#workers.unloadable(mill);
	}

	/** The workers' process ids. */
	pids(): number[] {
		return [...this.#workers.slots].flatMap(({ process: { pid } }) => pid ?? []);
	}

	/** Counts the workers by what they do. A worker that has not loaded a mill yet is starting. */
	census(): Census {
		const count = { starting: 0, idle: 0, busy: 0 };
		for (const { job, process } of this.#workers.slots)
			count[job ? "busy" : process.loaded.size > 0 ? "idle" : "starting"]++;
		return count;
	}

	/** Runs a call in a worker; aborting `signal` cancels it. Throws a Problem, a Crash or CallerGone. */
	run(mill: string, call: Call, signal: AbortSignal, timings?: CallTimings): Promise<JobResult> {
		return this.#submit(mill, call, signal, timings);
	}

	/** Runs a mill's own examples in a worker. */
	async examine(mill: string, order?: readonly number[]): Promise<ExampleResult[]> {
		const { content } = await this.#submit(mill, { order }, undefined);
		return JSON.parse(Buffer.from(content).toString("utf8"));
	}

	/** Kills all workers and refuses all calls. */
	close(): void {
		this.#closed = true;
		this.#workers.close();
		this.#refuseWaiting(() => true, CLOSED);
	}

	#submit(
		mill: string,
		task: Job["task"],
		signal: AbortSignal | undefined,
		timings?: CallTimings,
	): Promise<JobResult> {
		// Workers do not keep the program alive, but a pending call does.
		const alive = setInterval(() => {}, 2 ** 30);
		return this.#enqueue(mill, task, signal, timings).finally(() => clearInterval(alive));
	}

	#enqueue(
		mill: string,
		task: Job["task"],
		signal: AbortSignal | undefined,
		timings: CallTimings | undefined,
	): Promise<JobResult> {
		const { inspect } = this.#options;
		const deadline = inspect
			? Number.POSITIVE_INFINITY
			: jobDeadline(this.#mills.get(mill), task, this.#options.deadline);
		return new Promise<JobResult>((resolve, reject) => {
			// Examples may wait for as long as a mill takes to load.
			const most = "order" in task ? Number.POSITIVE_INFINITY : longestWait(deadline);
			const wait = new WaitClock(most, () => this.#cancel(job, waitedTooLong(most)));
			const job = newJob({ id: this.#nextId++, mill, task, deadline, timings, wait, resolve, reject });
			this.#workers.countRequest(mill);
			if (signal?.aborted) return reject(new CallerGone());
			if (this.#closed) return reject(unready(CLOSED));
			if (this.#workers.unloadable(mill) !== undefined) return reject(unready(UNLOADABLE));
			signal?.addEventListener("abort", () => this.#cancel(job, new CallerGone()), { once: true });
			wait.start();
			this.#queue.add(job);
			this.#dispatch();
		});
	}

	/** Removes a waiting job at once. A running job gets an abort signal, and is killed only at its deadline. */
	#cancel(job: Job, reason: Error): void {
		if (job.cancelled) return;
		job.cancelled = true;
		job.reject(reason);
		if (!this.#queue.remove(job)) job.worker?.process.send({ type: "cancel", id: job.id });
	}

	#dispatch(): void {
		if (this.#closed) return;
		this.#prefetch.returnPrefetched();
		while (this.#mayRunMore()) {
			const free = [...this.#workers.slots].filter(({ job, killReason }) => !job && !killReason);
			const may = (mill: string, othersWait: boolean) =>
				this.#running.mayAdd(mill, othersWait) && free.some(({ process }) => process.loaded.has(mill));
			const job = this.#queue.take(may) ?? this.#prefetch.takeOne((mill) => may(mill, false));
			const slot = job && free.find(({ process }) => process.loaded.has(job.mill));
			if (!slot) break;
			this.#assignments.assign(slot, job);
		}
		for (let next = this.#prefetch.next(); next; next = this.#prefetch.next())
			this.#assignments.send(next.slot, next.job);
		// No free worker has loaded the mill whose turn is next.
		const [mill] = this.#queue.mills();
		if (mill && this.#mayRunMore()) this.#workers.loadNext(mill);
	}

	#mayRunMore(): boolean {
		let running = 0;
		for (const { job } of this.#workers.slots) if (job && !job.isReassigned) running++;
		return running < this.#options.workers;
	}

	/** A worker has not begun its job in time: another worker may run it. */
	#late(slot: WorkerSlot): void {
		const job = this.#assignments.takeBack(slot);
		if (!job) return;
		this.#requeue(job);
		this.#dispatch();
	}

	#received(slot: WorkerSlot, message: FromWorker): void {
		if (message.type === "begun") {
			if (slot.job?.id === message.id) startDeadline(slot, slot.job);
			return;
		}
		if (message.type === "dropped") this.#dropped(slot, message.id);
		else if ("id" in message) {
			// A worker may answer only the job that it has: an answer must never reach another caller.
			if (slot.job?.id !== message.id) return;
			const job = this.#assignments.release(slot);
			if (message.type === "done") job?.resolve(resultOf(message, job));
			else if (message.type === "crash") job?.reject(new Crash(message.reason));
			else job?.reject(new Problem(message.code, message.detail, message.members));
		}
		this.#dispatch();
	}

	/** A worker will not begin a cancelled job. A mill can forge this message, so it has no effect on a job that has begun. */
	#dropped(slot: WorkerSlot, id: number): void {
		if (slot.prefetched?.id === id && slot.prefetched.cancelled) slot.prefetched = undefined;
		else if (slot.job?.id === id && slot.job.cancelled && !slot.job.begun) this.#assignments.release(slot);
	}

	#lost(slot: WorkerSlot, exit: string, loading: string | undefined): void {
		const prefetched = prefetchedJob(slot);
		slot.prefetched = undefined;
		const job = this.#assignments.release(slot);
		if (!this.#closed)
			this.#options.onEvent({
				type: "worker-gone",
				reason: exit,
				kind: lossReason(slot, exit),
				mill: job?.mill ?? loading,
			});
		// A prefetched job had no part in the loss, so the loss does not count for it.
		if (prefetched) this.#requeue(prefetched);
		if (job) this.#settle(job, slot, exit);
		this.#dispatch();
	}

	/** Decides what to do with the job of a lost worker. */
	#settle(job: Job, slot: WorkerSlot, exit: string): void {
		const next = afterLoss(job, slot, exit);
		// The caller is gone, or this is a stand-in: the loss counts, but there is no job to run again.
		if (job.cancelled) return;
		if (next === "retry" || this.#closed) this.#requeue(job);
		else job.reject(next);
	}

	/** Returns a job to the front of the queue, or refuses it if the pool is closed. */
	#requeue(job: Job): void {
		job.worker = undefined;
		if (this.#closed) job.reject(unready(CLOSED));
		else {
			job.wait.start();
			this.#queue.addFirst(job);
		}
	}

	#refuseWaiting(which: (mill: string) => boolean, detail: string): void {
		for (let job = this.#queue.take(which); job; job = this.#queue.take(which)) job.reject(unready(detail));
	}
}

function resultOf(
	{ content, micros }: Extract<FromWorker, { type: "done" }>,
	{ assignedAt }: Job,
): JobResult {
	return { content, micros, occupiedMicros: (performance.now() - assignedAt) * 1_000 };
}
