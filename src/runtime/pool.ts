import type { Mill } from "../core/mill.js";
import { Problem } from "../core/problem.js";
import { Ahead, aheadIn } from "./ahead.js";
import { Crew } from "./crew.js";
import type { Finding } from "./examine.js";
import { Gone } from "./gone.js";
import { type Job, newJob, type Outcome, type PoolOptions, type Seat } from "./job.js";
import { awaitBegin, startClock, stopClock } from "./job-clock.js";
import { jobDeadline } from "./job-deadline.js";
import { afterLoss, lossReason } from "./lost-job.js";
import type { FromWorker } from "./messages.js";
import type { Census } from "./observer.js";
import type { Passage } from "./passage.js";
import { type Call, Crash } from "./perform.js";
import { FairQueue } from "./queue.js";
import { Running } from "./running.js";

const UNLOADABLE = "The mill cannot be loaded.";
const ENDING = "The server is ending.";

/** Child processes that compute calls: one at a time each, killed in any state, replaced by a warm spare. */
export class Pool {
	readonly #options: PoolOptions;
	readonly #mills: ReadonlyMap<string, Mill>;
	readonly #queue = new FairQueue<Job>();
	readonly #crew: Crew;
	readonly #ahead: Ahead;
	readonly #running: Running;
	#nextId = 1;
	#closed = false;

	constructor(mills: readonly { readonly mill: Mill; readonly url: URL }[], options: PoolOptions) {
		this.#options = options;
		this.#running = new Running(options.workers, options.concurrency);
		this.#mills = new Map(mills.map(({ mill }) => [mill.name, mill]));
		this.#crew = new Crew(mills, options, {
			heard: (seat, message) => this.#heard(seat, message),
			lost: (seat, reason) => this.#lost(seat, reason),
			unloadable: (mill) => this.#refuseWaiting((name) => name === mill, UNLOADABLE),
		});
		this.#ahead = new Ahead(this.#crew.seats, this.#queue, options.workers);
	}

	/** How many calls of a mill wait, those included that a worker has already. */
	waiting(mill: string): number {
		return this.#queue.count(mill) + this.#ahead.count(mill);
	}

	/** How many mills have calls that wait or run. */
	busyMills(): number {
		return new Set([...this.#queue.mills(), ...this.#running.mills()]).size;
	}

	/** Why a mill cannot be loaded; undefined where it can, as far as is known. */
	unloadable(mill: string): string | undefined {
		return this.#crew.unloadable(mill);
	}

	/** The workers' process ids: for tests and for metrics. */
	pids(): number[] {
		return [...this.#crew.seats].flatMap(({ process: { pid } }) => pid ?? []);
	}

	/** What the workers do: one that has loaded nothing yet is starting. */
	census(): Census {
		const count = { starting: 0, idle: 0, busy: 0 };
		for (const { job, process } of this.#crew.seats)
			count[job ? "busy" : process.loaded.size > 0 ? "idle" : "starting"]++;
		return count;
	}

	/** Computes a call; `cancel` is told when nobody waits any more. Throws a Problem or a Crash. */
	run(mill: string, call: Call, signal: AbortSignal, passage?: Passage): Promise<Outcome> {
		return this.#submit(mill, call, signal, passage);
	}

	/** Runs a mill's own examples in a worker. */
	async examine(mill: string, order?: readonly number[]): Promise<Finding[]> {
		const { content } = await this.#submit(mill, { order }, undefined);
		return JSON.parse(Buffer.from(content).toString("utf8"));
	}

	/** Ends all workers. */
	close(): void {
		this.#closed = true;
		this.#crew.close();
		this.#refuseWaiting(() => true, ENDING);
	}

	#submit(
		mill: string,
		task: Job["task"],
		signal: AbortSignal | undefined,
		passage?: Passage,
	): Promise<Outcome> {
		// Workers keep no program alive, but an answer that somebody waits for does.
		const alive = setInterval(() => {}, 2 ** 30);
		return this.#enqueue(mill, task, signal, passage).finally(() => clearInterval(alive));
	}

	#enqueue(
		mill: string,
		task: Job["task"],
		signal: AbortSignal | undefined,
		passage: Passage | undefined,
	): Promise<Outcome> {
		const { deadline, inspect } = this.#options;
		return new Promise((resolve, reject) => {
			const job = newJob({
				id: this.#nextId++,
				mill,
				task,
				deadline: inspect ? Number.POSITIVE_INFINITY : jobDeadline(this.#mills.get(mill), task, deadline),
				passage,
				resolve,
				reject,
			});
			this.#crew.want(mill);
			if (signal?.aborted) return reject(new Gone());
			if (this.#crew.unloadable(mill) !== undefined) return reject(new Problem("unready", UNLOADABLE));
			signal?.addEventListener("abort", () => this.#cancel(job), { once: true });
			this.#queue.add(job);
			this.#dispatch();
		});
	}

	/** A queued job is dropped at once; a running one is told, and killed only when its deadline passes. */
	#cancel(job: Job): void {
		if (job.cancelled) return;
		job.cancelled = true;
		job.reject(new Gone());
		if (!this.#queue.remove(job)) job.worker?.process.say({ type: "cancel", id: job.id });
	}

	#dispatch(): void {
		if (this.#closed) return;
		this.#ahead.clearTheWay();
		while (this.#mayRunMore()) {
			const free = [...this.#crew.seats].filter(({ job, verdict }) => !job && !verdict);
			const may = (mill: string, othersWait: boolean) =>
				this.#running.mayAdd(mill, othersWait) && free.some(({ process }) => process.loaded.has(mill));
			const job = this.#queue.take(may) ?? this.#ahead.takeBackOne((mill) => may(mill, false));
			const seat = job && free.find(({ process }) => process.loaded.has(job.mill));
			if (!seat) break;
			this.#give(seat, job);
		}
		for (let next = this.#ahead.place(); next; next = this.#ahead.place()) this.#send(next.seat, next.job);
		// Nobody free has loaded what is wanted: let it be loaded next.
		const [mill] = this.#queue.mills();
		if (mill && this.#mayRunMore()) this.#crew.hurry(mill);
	}

	#mayRunMore(): boolean {
		return [...this.#crew.seats].filter(({ job }) => job).length < this.#options.workers;
	}

	#give(seat: Seat, job: Job): void {
		this.#occupy(seat, job);
		this.#send(seat, job);
	}

	/** From now on this is what a worker is about to begin. */
	#occupy(seat: Seat, job: Job): void {
		seat.job = job;
		this.#running.add(job.mill);
		awaitBegin(seat, job);
	}

	#send(seat: Seat, job: Job): void {
		job.worker = seat;
		const { id, mill, task } = job;
		if ("order" in task) seat.process.say({ type: "examine", id, mill, order: task.order });
		else seat.process.say({ type: "call", id, mill, call: task });
	}

	/** Takes a job off its worker, whatever came of it; the worker goes on with what it has. */
	#release(seat: Seat): Job | undefined {
		const { job, ahead } = seat;
		seat.job = undefined;
		seat.ahead = undefined;
		if (job) {
			stopClock(job);
			job.worker = undefined;
			this.#running.remove(job.mill);
		}
		if (ahead) this.#occupy(seat, ahead);
		return job;
	}

	#heard(seat: Seat, message: FromWorker): void {
		if (message.type === "begun") {
			if (seat.job?.id === message.id) startClock(seat, seat.job);
			return;
		}
		if (message.type === "dropped") this.#dropped(seat, message.id);
		else if ("id" in message) {
			// An answer to a job that this worker does not have is nobody's: never give it to another caller.
			if (seat.job?.id !== message.id) return;
			const job = this.#release(seat);
			if (message.type === "done") job?.resolve(outcomeOf(message, job));
			else if (message.type === "crash") job?.reject(new Crash(message.reason));
			else job?.reject(new Problem(message.code, message.detail, message.members));
		}
		this.#dispatch();
	}

	/** A worker will not begin what nobody waits for. What it has begun it cannot drop, whatever a mill says on the pipe. */
	#dropped(seat: Seat, id: number): void {
		if (seat.ahead?.id === id && seat.ahead.cancelled) seat.ahead = undefined;
		else if (seat.job?.id === id && seat.job.cancelled && !seat.job.begun) this.#release(seat);
	}

	#lost(seat: Seat, reason: string): void {
		const ahead = aheadIn(seat);
		seat.ahead = undefined;
		const job = this.#release(seat);
		if (!this.#closed)
			this.#options.onEvent({
				type: "worker-gone",
				reason,
				kind: lossReason(seat, reason),
				mill: job?.mill ?? seat.loads.suspect,
			});
		if (ahead) this.#goBack(ahead);
		if (job && !job.cancelled) this.#settle(job, seat, reason);
		this.#dispatch();
	}

	/** It lost a worker that was busy with something else: nobody counts that. */
	#goBack(job: Job): void {
		job.worker = undefined;
		if (this.#closed) job.reject(new Problem("unready", ENDING));
		else this.#queue.addFirst(job);
	}

	#settle(job: Job, seat: Seat, reason: string): void {
		const fate = this.#closed ? new Problem("unready", ENDING) : afterLoss(job, seat, reason);
		if (fate === "again") this.#queue.addFirst(job);
		else job.reject(fate);
	}

	#refuseWaiting(which: (mill: string) => boolean, detail: string): void {
		for (let job = this.#queue.take(which); job; job = this.#queue.take(which))
			job.reject(new Problem("unready", detail));
	}
}

function outcomeOf({ content, micros }: Extract<FromWorker, { type: "done" }>, { given }: Job): Outcome {
	return { content, micros, held: (performance.now() - given) * 1_000 };
}
