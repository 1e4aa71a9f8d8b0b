import { deadlineFor } from "../../core/deadline.js";
import { PIECE } from "../../core/definition/limits.js";
import type { Mill } from "../../core/definition/mill.js";
import { CALLS_TOGETHER } from "../loading/examine-together.js";
import { largestExample } from "../loading/example-call.js";
import type { Call } from "../perform.js";
import type { Alarm } from "./alarm.js";
import type { ArrivingBytes } from "./arriving.js";
import type { InputFeed } from "./input-feed.js";
import type { LoadingMills } from "./loading-mills.js";
import type { Examination, WindowMode } from "./messages.js";
import type { PartStream } from "./part-stream.js";
import type { KillReason } from "./worker-loss.js";
import type { WorkerProcess } from "./worker-process.js";

/** The answer to a call. */
export interface PoolAnswer {
	readonly content: Uint8Array | ArrivingBytes;
	/** The compute time in microseconds. */
	readonly micros: number;
	/** The time for which the call occupied its worker, transfers included, in microseconds. It is known when all bytes have come. */
	readonly occupied: number | Promise<number>;
}

/** A call in the pool, for those who wait for it. */
export interface PooledCall {
	/** Rejected with a Problem, a Crash or CallerGone. */
	readonly answer: Promise<PoolAnswer>;
	/** When a worker began it and when it was done, by the clock of the pool; 0 if it did not get that far. */
	readonly begun: number;
	readonly done: number;
	/** The compute time of its answer, in microseconds; undefined if it has none. */
	readonly micros?: number | undefined;
	/** Calls back when no worker has it any more. The worker of a caller that has left may compute on until its deadline. */
	whenOver?(callback: () => void): void;
}

/** Where a call is. One that is returned, or that lost its worker, waits again. */
type CallState = "waiting" | "sent" | "begun" | "answered";

/** A call, or a run of a mill's own examples. Only the pool changes it. */
export class PendingCall implements PooledCall {
	readonly id: number;
	readonly mill: string;
	readonly task: Call | Examination;
	readonly deadline: number;
	/** Equal for calls that may be computed together. */
	readonly company: string | undefined;
	readonly answer: Promise<PoolAnswer>;
	/** Where its parts go, if its result is wanted part by part. */
	readonly stream: PartStream | undefined;
	/** Where its input comes from, if it is long. */
	readonly input: InputFeed | undefined;
	state: CallState = "waiting";
	/** The worker that has it. */
	slot: WorkerSlot | undefined = undefined;
	/** The calls that it was sent with. */
	sending: Sending | undefined = undefined;
	/** Whether it must have a window of its own, because something went wrong in company. */
	isAlone: boolean;
	/** The id of its request, as the log has it. */
	request: string | undefined = undefined;
	/** How much longer it may wait for a worker to begin it, in milliseconds. If workers are lost, all its waits count together. */
	patience: number;
	/** Ends its patience while it waits. */
	alarm: Alarm | undefined = undefined;
	begun = 0;
	done = 0;
	micros: number | undefined = undefined;
	/** The first recall since it was sent to its worker; 0 if there was none. */
	recalled = 0;
	/** How often a worker had it and did not begin it. */
	returns = 0;
	/** The batches with it for which there was too little memory. */
	exhausted = 0;
	/** How often its patience was longer because its mill was being loaded again. */
	reloads = 0;
	/** The workers that died with it, and those of them that ran it and nothing else. */
	lost = 0;
	lostAlone = 0;
	/** Whether it, or an equal call, has killed a worker, as far as is known. */
	isDoubted = false;
	/** Whether its caller has an outcome, which may be that the caller has left: then a worker may still have it. */
	isSettled = false;
	resolve: (answer: PoolAnswer) => void = () => {};
	reject: (reason: Error) => void = () => {};
	/** Whether no worker has it any more, and none will. */
	isOver = false;
	/** Asked for by whoever wants to know when it is over. */
	#tellOver: () => void = () => {};
	/** Stops listening to its caller. */
	forget: () => void = () => {};

	constructor(
		id: number,
		mill: string,
		task: Call | Examination,
		deadline: number,
		company: string | undefined,
		stream?: PartStream,
		input?: InputFeed,
	) {
		this.id = id;
		this.mill = mill;
		this.task = task;
		this.deadline = deadline;
		this.company = company;
		this.stream = stream;
		this.input = input;
		this.isAlone = stream !== undefined || !("body" in task);
		this.patience = longestWait(this);
		this.answer = new Promise<PoolAnswer>((resolve, reject) => {
			this.resolve = resolve;
			this.reject = reject;
		});
	}

	get bytes(): number {
		return "body" in this.task ? this.task.body.byteLength : 0;
	}

	whenOver(callback: () => void): void {
		if (this.isOver) callback();
		else this.#tellOver = callback;
	}

	/** No worker has it any more, and it does not run again. */
	end(now: number): void {
		if (this.isOver) return;
		this.isOver = true;
		if (this.begun > 0) this.done = now;
		this.#tellOver();
	}

	/** It waits for no worker any more. */
	stopWaiting(): void {
		this.alarm?.stop();
		this.alarm = undefined;
	}

	/** Forgets its waits so far, and allows this much more: it must wait because of another one. */
	renew(more: number): void {
		this.stopWaiting();
		this.patience = longestWait(this) + more;
	}
}

/** A result on its way from a worker: its caller has it already, but not all its bytes. */
export class Arrival {
	readonly call: PendingCall;
	readonly occupied: Promise<number>;
	/** All of it has come, after the worker was occupied for this many microseconds. */
	end: (occupied: number) => void = () => {};
	/** The rest will not come. */
	fail: (error: Error) => void = () => {};

	constructor(call: PendingCall, content: ArrivingBytes) {
		this.call = call;
		content.expect(call.isSettled ? 0 : 1);
		this.occupied = new Promise((resolve, reject) => {
			this.end = resolve;
			this.fail = (error) => {
				content.fail(error);
				reject(error);
			};
		});
		// If the caller is gone, the rejection has no listener.
		this.occupied.catch(() => {});
	}
}

/** Calls that a worker is sent together. */
export interface Sending {
	readonly mode: WindowMode;
	/** The number of calls. */
	readonly size: number;
}

const NOTHING: Sending = { mode: "single", size: 0 };

/** A worker and its window: the calls that it was sent and has not answered, in order. All are of one mill. */
export class WorkerSlot {
	readonly process: WorkerProcess;
	/** The lowest number that no other living worker of its pool has. */
	readonly place: number;
	window: PendingCall[] = [];
	/** Whether it was given the second try of a call of a suspect mill: it is the spare that may die. */
	isAgain = false;
	/** When the first call of the window became the first. */
	since = 0;
	/** Rings when the worker has said nothing for too long. */
	patience: Alarm | undefined = undefined;
	/** Rings at the deadline of what runs. */
	deadline: Alarm | undefined = undefined;
	/** The number of recalls that it got. */
	recalls = 0;
	/** Whether the last one is without an answer for so long that the worker gets nothing more. */
	isSilent = false;
	/** The result that it is sending, if its bytes go on as they come. */
	arrival: Arrival | undefined = undefined;
	/** The mills that it is loading. */
	loading: LoadingMills | undefined = undefined;
	/** Whether a signal had stopped it at the last check. */
	wasStopped = false;
	/** The memory of the processes that it has started, as it was measured last, and whether it is being measured. */
	ofChildren = 0;
	isMeasured = false;
	/** Undefined unless the pool killed it. */
	killReason: KillReason | undefined = undefined;
	/** Why it ended itself, if it said so. */
	lastMessage: string | undefined = undefined;

	constructor(process: WorkerProcess, place = 0) {
		this.process = process;
		this.place = place;
	}

	/** The mill whose calls it has; "" if it has none. */
	get mill(): string {
		return this.window[0]?.mill ?? "";
	}

	/** How the first calls of the window were sent. */
	get sending(): Sending {
		return this.window[0]?.sending ?? NOTHING;
	}

	/** The first calls of the window, which were sent together. */
	get current(): PendingCall[] {
		return this.window.filter(({ sending }) => sending === this.window[0]?.sending);
	}

	/** A call that it has begun. A mill can forge messages about others. */
	begunCall(id: number): PendingCall | undefined {
		return this.window.find((call) => call.id === id && call.state === "begun");
	}

	get isHealthy(): boolean {
		return !this.isSilent && !this.killReason && !this.process.hasEnded;
	}

	/** Whether it has started, and can compute. */
	get isAble(): boolean {
		return this.isHealthy && this.process.loaded.size > 0;
	}

	get isFree(): boolean {
		return this.window.length === 0 && this.isHealthy;
	}

	/** Whether it counts as busy. If it is slow with a row, or silent, it does not: the spare takes its place. */
	get isRunning(): boolean {
		const [first] = this.window;
		return first !== undefined && !this.isSilent && !(this.sending.mode === "row" && first.recalled > 0);
	}

	/** Kills it. The first reason is the one that counts. */
	kill(reason: KillReason): void {
		this.killReason ??= reason;
		this.process.kill();
	}
}

/** The bytes of an input for its deadline. Of a long one, the deadline counts for each piece. */
export function inputSize(call: Call): number {
	return call.isLong ? PIECE : call.body.byteLength;
}

/** The deadline of a call with an input of this size. `bound` is the operator's limit. */
export function boundedDeadline(mill: Mill | undefined, bytes: number, bound: number): number {
	return mill ? Math.min(deadlineFor(mill.deadline, bytes), bound) : bound;
}

/** Retry-After has whole seconds, so a call waits at least one second before it is refused. */
const SHORTEST_WAIT_MS = 1_000;

/** How long a call may wait for a worker: as long as it may run, and at least a second. Examples may wait while their mill loads. */
export function longestWait({ deadline, task }: Pick<PendingCall, "deadline" | "task">): number {
	return "body" in task ? Math.max(SHORTEST_WAIT_MS, deadline) : Number.POSITIVE_INFINITY;
}

/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The deadline of a call, or of a mill's own examples, which are several calls. */
export function taskDeadline(mill: Mill | undefined, task: Call | Examination, bound: number): number {
	if ("body" in task) return boundedDeadline(mill, inputSize(task), bound);
	const examples = (task.order ?? mill?.examples ?? []).length;
	const calls = task.together ? examples * CALLS_TOGETHER : examples;
	return Math.min(LONGEST_TIMER_MS, boundedDeadline(mill, largestExample(mill), bound) * Math.max(1, calls));
}
