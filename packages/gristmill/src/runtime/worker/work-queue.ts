import { performance } from "node:perf_hooks";
import type { MaybePromise } from "../perform.js";
import type { GivenCall, WindowMode } from "../pool/messages.js";
import type { ReadyMill } from "../ready-mill.js";
import type { Answers } from "./answers.js";
import { Computation, type Examine } from "./computation.js";
import type { CpuTime } from "./cpu-time.js";
import { queuesCalls } from "./queues-calls.js";
import { Turn } from "./turn.js";

/**
 * The longest time, in milliseconds, between reading the messages of the server and beginning a call. The server counts on it: a call
 * that it recalled a while ago is not begun any more, even if this worker has not answered because it is busy.
 */
const READ_MS = 20;

/** What is begun at once: a call, the calls of a batch, or examples. */
interface Work {
	readonly mill: string;
	readonly mode: WindowMode;
	readonly calls: readonly GivenCall[];
	readonly examine?: Examine;
}

/** The calls of a worker: what runs, and what has arrived and is not begun. */
export class WorkQueue {
	/** What runs. */
	readonly turn = new Turn();
	readonly #answers: Answers;
	readonly #computation: Computation;
	readonly #mill: (name: string) => ReadyMill | undefined;
	readonly #cpu: CpuTime;
	/** In order. */
	#pending: Work[] = [];
	#isRunning = false;
	/** Begins the next work before the one that runs is done, if it can; undefined if that cannot be. */
	#beginNext: (() => void) | undefined;
	/** When the messages were read last. */
	#read = 0;

	/** `mill` is asked for the mill of each work when it begins. */
	constructor(answers: Answers, cpu: CpuTime, mill: (name: string) => ReadyMill | undefined) {
		this.#answers = answers;
		this.#computation = new Computation(this.turn, answers);
		this.#mill = mill;
		this.#cpu = cpu;
	}

	add(work: readonly Work[]): void {
		this.#pending.push(...work);
		if (this.#isRunning) {
			this.#beginNext?.();
			return;
		}
		this.#isRunning = true;
		void this.#runAll();
	}

	/** Removes these calls if they are not begun. A batch whose calls are not all needed is smaller. */
	remove(ids: readonly number[]): number[] {
		const removed: number[] = [];
		const isKept = (id: number) => !ids.includes(id) || removed.push(id) === 0;
		this.#pending = this.#pending.flatMap((work) => {
			if (work.examine) return isKept(work.examine.id) ? work : [];
			const calls = work.calls.filter(({ id }) => isKept(id));
			return calls.length > 0 ? { ...work, calls } : [];
		});
		return removed;
	}

	/** Answers a call that is not begun, or aborts what runs when none of its callers is left. */
	abort(id: number): void {
		if (this.remove([id]).length === 0) this.turn.leave(id);
		else {
			this.#answers.note({ type: "crash", id, reason: "aborted" });
			this.#answers.flush();
		}
	}

	async #runAll(): Promise<void> {
		await this.#readMessages();
		for (let work = this.#pending.shift(); work; work = this.#pending.shift()) {
			const isRow = work.mode === "row";
			if (!isRow) {
				this.#answers.flush();
				// Also behind another one: that may have been answered before this one was sent.
				this.#answers.send({ type: "begun", id: idOf(work) });
			}
			this.turn.begin();
			this.#cpu.begin(work.mill);
			const running = this.#run(work);
			if (running) await running;
			this.turn.end();
			if (!isRow) this.#answers.flush();
			const reading = this.#readInTime(() => this.#answers.flush());
			if (reading) await reading;
		}
		this.#answers.flush();
		this.#cpu.end();
		this.#isRunning = false;
	}

	#run(work: Work): MaybePromise<void> {
		const { mode, calls, examine } = work;
		const mill = this.#mill(work.mill);
		if (!mill) return this.#answerAll(work, new Error(`${work.mill} is not loaded`));
		if (examine) return this.#computation.examples(examine, mill);
		if (mode === "batch")
			return queuesCalls(mill.model) ? this.#batches(work, mill) : this.#computation.together(calls, mill);
		const [given] = calls as [GivenCall];
		if (given.call.isLong || mill.growing?.types.includes(given.call.resultType))
			return this.#computation.inParts(given, mill, (before) => this.#readInTime(before));
		if (mode === "row" && queuesCalls(mill.model))
			return this.#computation.queued([given, ...this.#takeRow(work.mill)], mill);
		return this.#computation.one(given, mill);
	}

	/** Computes batches one after the other. The model gets the next one at once, and computes it while this process encodes answers. */
	async #batches({ mill: name, calls }: Work, mill: ReadyMill): Promise<void> {
		let last = this.#computation.together(calls, mill);
		this.#beginNext = () => {
			const [next] = this.#pending;
			if (next?.mode !== "batch" || next.mill !== name) return;
			this.#pending.shift();
			this.#mill(name);
			last = this.#computation.together(next.calls, mill, last);
		};
		this.#beginNext();
		for (let done: Promise<void> | undefined; done !== last; ) {
			done = last;
			await done;
		}
		this.#beginNext = undefined;
	}

	/** Takes the calls of the row that are next. */
	#takeRow(mill: string): GivenCall[] {
		const end = this.#pending.findIndex((work) => work.mode !== "row" || work.mill !== mill);
		return this.#pending.splice(0, end < 0 ? this.#pending.length : end).flatMap(({ calls }) => calls);
	}

	#answerAll({ calls, examine }: Work, error: unknown): void {
		const ids = examine ? [examine.id] : calls.map(({ id }) => id);
		for (const id of ids) this.#answers.note(this.#answers.failure(id, error, 0));
	}

	/** Reads the messages if they have waited long enough. */
	#readInTime(before: () => void): MaybePromise<void> {
		if (performance.now() - this.#read < READ_MS) return;
		before();
		this.#cpu.sample();
		return this.#readMessages();
	}

	/** Reads the messages that arrived while a mill blocked the loop. */
	async #readMessages(): Promise<void> {
		await new Promise<void>((read) => setImmediate(read));
		this.#read = performance.now();
	}
}

function idOf({ calls, examine }: Work): number {
	return (examine ?? (calls[0] as GivenCall)).id;
}
