import { deadlineFor } from "../core/deadline.js";
import type { Mill } from "../core/mill.js";
import { Problem } from "../core/problem.js";
import { Crew } from "./crew.js";
import type { Finding } from "./examine.js";
import { largestExample } from "./example-call.js";
import { Gone } from "./gone.js";
import type { Job, Outcome, PoolOptions, Seat } from "./job.js";
import type { FromWorker } from "./messages.js";
import type { Census, LossReason } from "./observer.js";
import type { Passage } from "./passage.js";
import { type Call, Crash } from "./perform.js";
import { FairQueue } from "./queue.js";

/** So many workers may be lost from under a call that none of them had begun. */
const MOST_LOSSES = 5;
const UNLOADABLE = "The mill cannot be loaded.";

/** A worker that says nothing for this long after it was given a job hangs in something else. */
const ACKNOWLEDGE_MS = 30_000;

/** Child processes that compute calls: one at a time each, killed in any state, replaced by a warm spare. */
export class Pool {
	readonly #options: PoolOptions;
	readonly #mills: ReadonlyMap<string, Mill>;
	readonly #queue = new FairQueue<Job>();
	readonly #crew: Crew;
	readonly #running = new Map<string, number>();
	#nextId = 1;
	#closed = false;

	constructor(mills: readonly { readonly mill: Mill; readonly url: URL }[], options: PoolOptions) {
		this.#options = options;
		this.#mills = new Map(mills.map(({ mill }) => [mill.name, mill]));
		this.#crew = new Crew(mills, options, {
			heard: (seat, message) => this.#heard(seat, message),
			lost: (seat, reason) => this.#lost(seat, reason),
			unloadable: (mill) => this.#refuseWaiting((name) => name === mill, UNLOADABLE),
		});
	}

	/** How many calls of a mill wait. */
	waiting(mill: string): number {
		return this.#queue.count(mill);
	}

	/** How many mills have calls that wait or run. */
	busyMills(): number {
		return new Set([...this.#queue.mills(), ...this.#running.keys()]).size;
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
		this.#refuseWaiting(() => true, "The server is ending.");
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
		return new Promise((resolve, reject) => {
			const deadline = this.#deadlineOf(mill, task);
			const job: Job = {
				id: this.#nextId++,
				mill,
				task,
				deadline,
				passage,
				losses: 0,
				deaths: 0,
				begun: false,
				cancelled: false,
				worker: undefined,
				timer: undefined,
				given: 0,
				resolve,
				reject,
			};
			this.#crew.want(mill);
			if (signal?.aborted) return reject(new Gone());
			if (this.#crew.unloadable(mill) !== undefined) return reject(new Problem("unready", UNLOADABLE));
			signal?.addEventListener("abort", () => this.#cancel(job), { once: true });
			this.#queue.add(job);
			this.#dispatch();
		});
	}

	/** A mill's own examples are several calls. */
	#deadlineOf(name: string, task: Job["task"]): number {
		const mill = this.#mills.get(name);
		const bytes = "order" in task ? largestExample(mill) : task.body.byteLength;
		const one = boundedDeadline(mill, bytes, this.#options.deadline);
		return "order" in task ? one * Math.max(1, task.order?.length ?? 10) : one;
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
		for (;;) {
			const busy = [...this.#crew.seats].filter(({ job }) => job).length;
			if (busy >= this.#options.workers) return;
			const free = [...this.#crew.seats].filter(({ job, verdict }) => !job && !verdict);
			const job = this.#queue.take((mill, othersWait) => {
				const held = this.#running.get(mill) ?? 0;
				if (held >= (this.#options.concurrency?.(mill) ?? Number.POSITIVE_INFINITY)) return false;
				if (othersWait && held >= Math.max(1, this.#options.workers - 1)) return false;
				return free.some(({ process }) => process.loaded.has(mill));
			});
			if (!job) break;
			const seat = free.find(({ process }) => process.loaded.has(job.mill));
			if (seat) this.#give(seat, job);
		}
		// Nobody free has loaded what is wanted: let it be loaded next.
		const [mill] = this.#queue.mills();
		if (mill) this.#crew.hurry(mill);
	}

	#give(seat: Seat, job: Job): void {
		seat.job = job;
		job.worker = seat;
		job.given = performance.now();
		job.begun = false;
		this.#running.set(job.mill, (this.#running.get(job.mill) ?? 0) + 1);
		const { id, mill, task } = job;
		job.timer = setTimeout(() => {
			seat.verdict ??= "silent";
			seat.process.kill();
		}, ACKNOWLEDGE_MS);
		if ("order" in task) seat.process.say({ type: "examine", id, mill, order: task.order });
		else seat.process.say({ type: "call", id, mill, call: task });
	}

	/** Takes a job off its worker, whatever came of it. */
	#release(seat: Seat): Job | undefined {
		const { job } = seat;
		seat.job = undefined;
		if (!job) return undefined;
		clearTimeout(job.timer);
		job.worker = undefined;
		if (job.passage && job.begun) job.passage.done = performance.now();
		const left = (this.#running.get(job.mill) ?? 1) - 1;
		if (left > 0) this.#running.set(job.mill, left);
		else this.#running.delete(job.mill);
		return job;
	}

	#heard(seat: Seat, message: FromWorker): void {
		if (message.type === "begun") {
			if (seat.job?.id === message.id) this.#startClock(seat, seat.job);
			return;
		}
		if ("id" in message) {
			// An answer to a job that this worker does not have is nobody's: never give it to another caller.
			if (seat.job?.id !== message.id) return;
			const job = this.#release(seat);
			if (message.type === "done") job?.resolve(outcomeOf(message, job));
			else if (message.type === "crash") job?.reject(new Crash(message.reason));
			else job?.reject(new Problem(message.code, message.detail, message.members));
		}
		this.#dispatch();
	}

	#startClock(seat: Seat, job: Job): void {
		job.begun = true;
		if (job.passage) {
			job.passage.begun = performance.now();
			// Done once already, where the worker before this one died.
			job.passage.done = 0;
		}
		clearTimeout(job.timer);
		if (job.deadline === Number.POSITIVE_INFINITY) return;
		job.timer = setTimeout(() => {
			seat.verdict = "deadline";
			seat.process.kill();
		}, job.deadline);
	}

	#lost(seat: Seat, reason: string): void {
		const job = this.#release(seat);
		if (!this.#closed)
			this.#options.onEvent({
				type: "worker-gone",
				reason,
				kind: seat.verdict ?? endOf(reason),
				mill: job?.mill ?? seat.loading,
			});
		if (job) this.#settleAfterDeath(job, seat, reason);
		this.#dispatch();
	}

	/** The call is pure, so it runs again; whoever loses two workers has killed them himself. */
	#settleAfterDeath(job: Job, { verdict }: Seat, reason: string): void {
		if (job.cancelled) return;
		if (this.#closed) job.reject(new Problem("unready", "The server is ending."));
		else if (verdict === "deadline")
			job.reject(
				new Problem("deadline-exceeded", `Send less: the call took longer than ${job.deadline} ms.`),
			);
		else if (this.#mayRunAgain(job)) this.#queue.addFirst(job);
		else job.reject(new Crash(`two workers died under this call: ${reason}`));
	}

	/** A call that had not begun has killed nobody; but whatever it is, it is not carried on for ever. */
	#mayRunAgain(job: Job): boolean {
		job.losses++;
		if (job.begun) job.deaths++;
		return job.deaths < 2 && job.losses < MOST_LOSSES;
	}

	#refuseWaiting(which: (mill: string) => boolean, detail: string): void {
		for (let job = this.#queue.take(which); job; job = this.#queue.take(which))
			job.reject(new Problem("unready", detail));
	}
}

/** How long a call with so many bytes may run where the operator sets a bound. */
export function boundedDeadline(mill: Mill | undefined, bytes: number, bound: number): number {
	return mill ? Math.min(deadlineFor(mill.deadline, bytes), bound) : bound;
}

function outcomeOf({ content, micros }: Extract<FromWorker, { type: "done" }>, { given }: Job): Outcome {
	return { content, micros, held: (performance.now() - given) * 1_000 };
}

/** How a process ended that we did not end ourselves. */
function endOf(reason: string): LossReason {
	if (reason.startsWith("signal ")) return "signal";
	return reason.startsWith("exit ") ? "exit" : "error";
}
