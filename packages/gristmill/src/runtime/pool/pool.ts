import { performance } from "node:perf_hooks";
import type { Mill } from "../../core/definition/mill.js";
import { batchKey } from "../admission/call-key.js";
import type { CallTimings } from "../admission/call-timings.js";
import { CLOSED, unready, waitedTooLong } from "../admission/refusals.js";
import type { Departure } from "../cancellation.js";
import { CallerGone } from "../failures.js";
import type { ExampleResult } from "../loading/examine.js";
import type { Dependence } from "../loading/examine-together.js";
import type { Census } from "../observer.js";
import type { Call } from "../perform.js";
import { answerCall, sizeOf } from "./answers.js";
import { beginArrival } from "./arrival.js";
import { wholeOf } from "./arriving.js";
import { Assignments } from "./assignments.js";
import { Batches, batchJob } from "./batches.js";
import {
	afterBatchLoss,
	afterBrokenResult,
	afterLoss,
	type Batch,
	isCancelled,
	isRow,
	type Job,
	type JobResult,
	jobDeadline,
	lossReason,
	membersOf,
	newJob,
	startDeadline,
	type WorkerSlot,
	watchRow,
} from "./job.js";
import type { CallAnswer, Examination, FromWorker } from "./messages.js";
import type { PoolOptions } from "./pool-options.js";
import { Prefetch, prefetchedJob } from "./prefetch.js";
import { FairQueue, RunningCalls } from "./queue.js";
import { ROW_PATIENCE_MS, Rows } from "./rows.js";
import { longestWait, WaitClock } from "./wait-clock.js";
import { type PoolMill, Workers } from "./workers.js";

const UNLOADABLE = "The mill cannot be loaded.";

/** Child processes that compute calls, one at a time each. A process can be killed in any state; a warm spare replaces it. */
export class Pool {
	readonly #options: PoolOptions;
	readonly #mills: ReadonlyMap<string, Mill>;
	readonly #queue = new FairQueue<Job>();
	readonly #workers: Workers;
	readonly #prefetch: Prefetch;
	readonly #running: RunningCalls;
	readonly #assignments: Assignments;
	readonly #batches: Batches;
	readonly #rows = new Rows();
	#nextId = 1;
	#closed = false;
	/** Set while a dispatch waits for what has arrived. */
	#reading: NodeJS.Immediate | undefined;
	/** The number of jobs without a result. */
	#pending = 0;
	/** Runs while there are any. */
	#alive: NodeJS.Timeout | undefined;

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
		this.#batches = new Batches(this.#mills);
		// A call that was sent ahead would miss the company of those that come after it.
		const mayPrefetch = (mill: string) => !this.#batches.has(mill) && !this.#rows.isQuick(mill);
		this.#prefetch = new Prefetch(this.#workers.slots, this.#queue, options.workers, mayPrefetch);
	}

	/** The number of waiting calls of a mill, prefetched calls included. */
	waiting(mill: string): number {
		return this.#queue.count(mill) + this.#prefetch.count(mill);
	}

	/** The number of mills with waiting or running calls. */
	busyMills(): number {
		let count = this.#running.mills;
		for (const mill of this.#queue.mills()) if (!this.#running.has(mill)) count++;
		return count;
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

	/** Runs a call in a worker, until its caller is gone. Throws a Problem, a Crash or CallerGone. */
	run(mill: string, call: Call, caller: Departure, timings?: CallTimings): Promise<JobResult> {
		return this.#submit(mill, call, caller, timings);
	}

	/** Runs a mill's own examples in a worker. */
	examine(mill: string, order?: readonly number[]): Promise<ExampleResult[]> {
		return this.#examine(mill, { order });
	}

	/** Runs a mill's own examples in batches, and returns the answers that depend on their company. */
	async examineTogether(mill: string, order?: readonly number[]): Promise<Dependence[]> {
		return this.#mills.get(mill)?.batch ? this.#examine(mill, { order, together: true }) : [];
	}

	async #examine<T>(mill: string, examination: Examination): Promise<T> {
		const { content } = await this.#submit(mill, examination, undefined);
		return JSON.parse(Buffer.from(await wholeOf(content)).toString("utf8"));
	}

	/** Kills all workers and refuses all calls. */
	close(): void {
		this.#closed = true;
		this.#workers.close();
		this.#refuseWaiting(() => true, CLOSED);
	}

	#submit(
		mill: string,
		task: Call | Examination,
		caller: Departure | undefined,
		timings?: CallTimings,
	): Promise<JobResult> {
		this.#hold(1);
		return this.#enqueue(mill, task, caller, timings);
	}

	/** Workers do not keep the program alive, but a pending call does. */
	#hold(more: 1 | -1): void {
		this.#pending += more;
		if (this.#pending === 0) {
			clearInterval(this.#alive);
			this.#alive = undefined;
		} else this.#alive ??= setInterval(() => {}, 2 ** 30);
	}

	#enqueue(
		mill: string,
		task: Call | Examination,
		caller: Departure | undefined,
		timings: CallTimings | undefined,
	): Promise<JobResult> {
		const { inspect } = this.#options;
		const deadline = inspect
			? Number.POSITIVE_INFINITY
			: jobDeadline(this.#mills.get(mill), task, this.#options.deadline);
		const settled = () => this.#hold(-1);
		return new Promise<JobResult>((resolve, reject) => {
			// Examples may wait for as long as a mill takes to load.
			const most = "order" in task ? Number.POSITIVE_INFINITY : longestWait(deadline);
			const wait = new WaitClock(most, () => this.#cancel(job, waitedTooLong(most)));
			const company = "order" in task || !this.#batches.has(mill) ? undefined : batchKey(task);
			const id = this.#nextId++;
			const job = newJob({ id, mill, task, deadline, timings, wait, company, resolve, reject, settled });
			this.#workers.countRequest(mill);
			if (caller?.aborted) return job.reject(new CallerGone());
			if (this.#closed) return job.reject(unready(CLOSED));
			if (this.#workers.unloadable(mill) !== undefined) return job.reject(unready(UNLOADABLE));
			caller?.addEventListener("abort", () => this.#cancel(job, new CallerGone()), { once: true });
			wait.start();
			this.#queue.add(job);
			this.#dispatchFor(mill);
		});
	}

	/** Removes a waiting job at once. A running job gets an abort signal, and is killed only at its deadline. */
	#cancel(job: Job, reason: Error): void {
		if (job.cancelled) return;
		job.cancelled = true;
		job.reject(reason);
		if (!this.#queue.remove(job)) job.worker?.process.send({ type: "cancel", id: job.id });
	}

	/** Gives free workers the calls that wait for others to arrive: they are not a queue yet. */
	dispatchNow(): void {
		if (this.#reading) this.#dispatch();
	}

	/** Dispatches now, or for a quick mill after the server has read what has arrived: calls that came together go in one row. */
	#dispatchFor(mill: string): void {
		if (this.#batches.has(mill) || !this.#rows.isQuick(mill)) this.#dispatch();
		else
			this.#reading ??= setImmediate(() => {
				this.#reading = undefined;
				this.#dispatch();
			});
	}

	#dispatch(): void {
		if (this.#closed || (this.#queue.isEmpty() && this.#prefetch.isEmpty())) return;
		this.#prefetch.returnPrefetched();
		while (this.#mayRunMore()) {
			const free = [...this.#workers.slots].filter(
				({ job, killReason, process }) => !job && !killReason && !process.hasEnded,
			);
			const may = (mill: string, othersWait: boolean) =>
				this.#running.mayAdd(mill, othersWait) && free.some(({ process }) => process.loaded.has(mill));
			const job = this.#queue.take(may) ?? this.#prefetch.takeOne((mill) => may(mill, false));
			const slot = job && free.find(({ process }) => process.loaded.has(job.mill));
			if (!slot) break;
			const given = this.#withCompany(slot, job);
			this.#assignments.assign(slot, given);
			// A worker begins a row at once, and says nothing before its answers.
			if (isRow(given)) this.#begun(slot, given);
		}
		for (let next = this.#prefetch.next(); next; next = this.#prefetch.next())
			this.#assignments.send(next.slot, next.job);
		// No free worker has loaded the mill whose turn is next.
		const mill = this.#queue.nextMill();
		if (mill && this.#mayRunMore()) this.#workers.loadNext(mill);
	}

	#mayRunMore(): boolean {
		let running = 0;
		for (const { job } of this.#workers.slots) if (job && !job.isReassigned) running++;
		return running < this.#options.workers;
	}

	/** A call, or a batch of it and those that can be computed with it or after it. */
	#withCompany(slot: WorkerSlot, job: Job): Job {
		if ("order" in job.task) return job;
		const { slots } = this.#workers;
		const { workers, onEvent } = this.#options;
		const inARow = !this.#batches.has(job.mill);
		// At a breakpoint, or behind a mill that is being loaded, a row would seem slow.
		if (inARow && (this.#options.inspect || this.#workers.isLoading(slot))) return job;
		const company = inARow
			? this.#rows.rowOf(job, this.#queue, slots, workers)
			: this.#batches.companyOf(job, this.#queue, slots, workers);
		if (!inARow) onEvent({ type: "batch", mill: job.mill, size: company.length + 1 });
		return company.length === 0 ? job : batchJob(this.#nextId++, [job, ...company], inARow);
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
			if (slot.job?.id === message.id && !isRow(slot.job)) this.#begun(slot, slot.job);
			return;
		}
		if (message.type === "arriving") {
			this.#arriving(slot, message);
			return;
		}
		if (message.type === "dropped") this.#dropped(slot, message.id);
		else if ("id" in message) {
			// A worker may answer only the job that it has: an answer must never reach another caller.
			const { job } = slot;
			const member = job && "members" in job.task ? job.task.members.get(message.id) : undefined;
			if (job && member && message.type === "done") {
				answerCall(job, member, message);
				return;
			}
			if (job?.id !== message.id || (message.type === "answers") !== "members" in job.task) return;
			this.#assignments.release(slot);
			if (message.type === "answers" && "members" in job.task)
				if (isRow(job)) this.#answerRow(job, message.answers);
				else this.#answerBatch(job, message.answers);
			else if (message.type !== "answers") this.#answerOne(job, message);
			this.#dispatchFor(job.mill);
			return;
		}
		this.#dispatch();
	}

	#begun(slot: WorkerSlot, job: Job): void {
		startDeadline(slot, job);
		if (isRow(job)) watchRow(job, ROW_PATIENCE_MS, () => this.#slowRow(slot, job));
	}

	/** A worker begins to send a large result. It is busy, and the deadline counts, until the last byte has come. */
	#arriving(slot: WorkerSlot, message: Extract<FromWorker, { type: "arriving" }>): void {
		const { job } = slot;
		const call = job && membersOf(job).find(({ id }) => id === message.id);
		// A mill can forge this message, but a job that has not begun has no result. The rest of a killed worker's would not come.
		if (!job?.begun || !call || slot.killReason) return;
		const arrival = beginArrival(job, call, message);
		slot.arrival = arrival;
		this.#hold(1);
		message.content.onEnd = () => {
			slot.arrival = undefined;
			arrival.end();
			this.#hold(-1);
			// The other answers of a batch follow.
			if (slot.job !== call) return;
			this.#assignments.release(slot);
			if (!("order" in call.task)) this.#rows.record(call.mill, message.micros);
			this.#dispatch();
		};
	}

	/** A worker is gone while it sent a result. */
	#breakArrival(slot: WorkerSlot, exit: string): void {
		const { arrival } = slot;
		if (!arrival) return;
		slot.arrival = undefined;
		arrival.fail(this.#closed ? unready(CLOSED) : afterBrokenResult(arrival.call, slot, exit));
		this.#hold(-1);
	}

	/** Gives the calls of a slow row to other workers. */
	#slowRow(slot: WorkerSlot, row: Job): void {
		if (slot.job !== row || slot.killReason || this.#closed) return;
		this.#rows.failed(row.mill);
		this.#assignments.takeBackRow(slot, row);
		for (const member of membersOf(row)) member.wait.renew(row.deadline);
		this.#requeue(row);
		this.#dispatch();
	}

	/** Answers the calls of a row. The rest was not begun. */
	#answerRow(row: Job, answers: readonly CallAnswer[]): void {
		const { members } = row.task as Batch;
		const now = performance.now();
		for (const answer of answers) {
			const member = members.get(answer.id);
			if (!member) continue;
			if (answer.type !== "crash") this.#rows.record(row.mill, answer.micros);
			answerCall(row, member, answer, now);
		}
		if (members.size > 0) this.#requeue(row);
	}

	/** Answers the calls of a batch. Those that failed, for whatever reason, run again alone: a problem of one is not that of another. */
	#answerBatch(batch: Job, answers: readonly CallAnswer[]): void {
		const members = new Map(membersOf(batch).map((member) => [member.id, member]));
		let failure: string | undefined;
		for (const answer of answers) {
			const member = members.get(answer.id);
			if (answer.type === "crash") failure ??= answer.reason;
			else if (member) answerCall(batch, member, answer);
		}
		this.#batches.ended(batch.mill, sizeOf(batch), failure !== undefined);
		if (failure !== undefined)
			this.#options.onEvent({ type: "batch-failed", mill: batch.mill, reason: failure });
		for (const member of membersOf(batch)) member.mustBeAlone = true;
		this.#requeue(batch);
	}

	#answerOne(job: Job, answer: CallAnswer): void {
		if (answer.type !== "crash" && !("order" in job.task)) this.#rows.record(job.mill, answer.micros);
		answerCall(job, job, answer);
	}

	/** A worker will not begin a cancelled job. A mill can forge this message, so it has no effect on a job that has begun. */
	#dropped(slot: WorkerSlot, id: number): void {
		if (slot.prefetched?.id === id && slot.prefetched.cancelled) slot.prefetched = undefined;
		else if (slot.job?.id === id && isCancelled(slot.job) && !slot.job.begun) this.#assignments.release(slot);
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
		if (job && job !== slot.arrival?.call) this.#settle(job, slot, exit);
		this.#breakArrival(slot, exit);
		this.#dispatch();
	}

	/** Decides what to do with the job of a lost worker. */
	#settle(job: Job, slot: WorkerSlot, exit: string): void {
		if ("members" in job.task) {
			this.#settleBatch(job, slot, exit);
			return;
		}
		const next = afterLoss(job, slot, exit);
		// The caller is gone, or this is a stand-in: the loss counts, but there is no job to run again.
		if (job.cancelled) return;
		if (next === "retry" || this.#closed) this.#requeue(job);
		else job.reject(next);
	}

	/** Decides what to do with each call of a lost batch. */
	#settleBatch(batch: Job, slot: WorkerSlot, exit: string): void {
		if (batch.begun) {
			if (this.#batches.has(batch.mill)) this.#batches.ended(batch.mill, sizeOf(batch), true);
			else this.#rows.failed(batch.mill);
		}
		for (const member of membersOf(batch)) {
			// The call that is to blame may be the first to run again, until its deadline.
			member.wait.renew(batch.deadline);
			const next = afterBatchLoss(member, slot, exit);
			if (next !== "retry" && !this.#closed) this.#cancel(member, next);
		}
		this.#requeue(batch);
	}

	/** Returns a job to the front of the queue, or refuses it if the pool is closed. Of a batch, each call returns by itself. */
	#requeue(given: Job): void {
		for (const job of membersOf(given).reverse()) {
			job.worker = undefined;
			if (job.cancelled) continue;
			if (this.#closed) job.reject(unready(CLOSED));
			else {
				job.wait.start();
				this.#queue.addFirst(job);
			}
		}
	}

	#refuseWaiting(which: (mill: string) => boolean, detail: string): void {
		for (let job = this.#queue.take(which); job; job = this.#queue.take(which)) job.reject(unready(detail));
	}
}
