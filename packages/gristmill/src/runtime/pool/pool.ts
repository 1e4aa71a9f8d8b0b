import { CLOCK, type Clock, type Timer } from "../../core/clock.js";
import type { Mill } from "../../core/definition/mill.js";
import { batchKey } from "../admission/call-key.js";
import { CLOSED, unready, waitedTooLong } from "../admission/refusals.js";
import type { Departure } from "../cancellation.js";
import { CallerGone } from "../failures.js";
import type { ExampleResult } from "../loading/examine.js";
import type { Dependence } from "../loading/examine-together.js";
import type { Census } from "../observer.js";
import type { Call } from "../perform.js";
import { Alarm } from "./alarm.js";
import { wholeOf } from "./arriving.js";
import { Gathering } from "./gathering.js";
import type { CallAnswer, Examination, FromWorker, GivenCall } from "./messages.js";
import { CREDIT, type PartStream } from "./part-stream.js";
import {
	Arrival,
	blameFor,
	brokenResult,
	longestWait,
	outcomeOf,
	PendingCall,
	type PoolAnswer,
	type PooledCall,
	taskDeadline,
	type WorkerSlot,
} from "./pending-call.js";
import type { PoolOptions } from "./pool-options.js";
import { FairQueue } from "./queue.js";
import { vitalsOf } from "./vitals.js";
import { isQuick, mostCalls, Pace, windowSize } from "./window.js";
import { describeEnd, describeLoss, lossReason } from "./worker-loss.js";
import { type PoolMill, Workers } from "./workers.js";

const UNLOADABLE = "The mill cannot be loaded.";
/** After this time without a word, a worker is asked to return what it has not begun. It doubles for calls that were returned. */
const PATIENCE_MS = 250;
/** If it does not answer, it is busy and reads no messages, so it will not begin those calls: others may have them. */
const GRACE_MS = 250;
/** It is not known which call of a row hangs. So after this time the worker is killed, and all of them run again alone. */
const ROW_GRACE_MS = 750;
/** After this number of halvings, the largest batch is one call. */
const MOST_HALVINGS = 8;
/** A worker that begins nothing for this time hangs in something else. */
const SILENT_MS = 30_000;

/**
 * Child processes that compute calls. Each has a window of calls that it was sent and has not answered. A process can be killed in
 * any state; a warm spare replaces it. No call is in two windows, and none runs in two processes that live.
 */
export class Pool {
	readonly #options: PoolOptions;
	readonly #clock: Clock;
	readonly #mills: ReadonlyMap<string, Mill>;
	readonly #paces = new Map<string, Pace>();
	/** For the mills whose calls may wait for company. */
	readonly #gatherings = new Map<string, Gathering>();
	readonly #queue = new FairQueue<PendingCall>();
	readonly #workers: Workers;
	#nextId = 1;
	#closed = false;
	/** Set while a dispatch waits for what has arrived. */
	#reading: NodeJS.Immediate | undefined;
	/** The number of calls without an outcome, and of results that are arriving. */
	#pending = 0;
	/** Runs while there are any. */
	#alive: Timer;

	constructor(mills: readonly PoolMill[], options: PoolOptions) {
		this.#options = options;
		this.#clock = options.clock ?? CLOCK;
		this.#mills = new Map(mills.map(({ mill }) => [mill.name, mill]));
		for (const { mill } of mills) {
			const { name, batch } = mill;
			this.#paces.set(name, new Pace(batch));
			if (batch?.wait && batch.most > 1)
				this.#gatherings.set(name, new Gathering(this.#clock, batch.wait, () => this.#dispatch()));
		}
		this.#workers = new Workers(mills, options, {
			received: (slot, message) => this.#received(slot, message),
			lost: (slot, exit, loading) => this.#lost(slot, exit, loading),
			unloadable: (mill) => this.#refuseWaiting((name) => name === mill, UNLOADABLE),
		});
	}

	/** The number of calls of a mill that no worker has begun. */
	waiting(mill: string): number {
		let count = this.#queue.count(mill);
		for (const { window } of this.#workers.slots)
			for (const call of window) if (call.mill === mill && call.state === "sent") count++;
		return count;
	}

	/** The number of mills with waiting or running calls. */
	busyMills(): number {
		const mills = new Set(this.#queue.mills());
		for (const slot of this.#workers.slots) if (slot.isRunning) mills.add(slot.mill);
		return mills.size;
	}

	/** Why a mill is out of service: no worker has it and it cannot be loaded. Undefined if it is in service, as far as is known. */
	unloadable(mill: string): string | undefined {
		return this.#workers.unloadable(mill);
	}

	/** The workers' process ids. After the end there are none: all are killed. */
	pids(): number[] {
		if (this.#closed) return [];
		return [...this.#workers.slots].flatMap(({ process: { pid } }) => pid ?? []);
	}

	/** Counts the workers by what they do. A worker that has not loaded a mill yet is starting. */
	census(): Census {
		const count = { starting: 0, idle: 0, busy: 0 };
		for (const { window, process } of this.#workers.slots)
			count[window.length > 0 ? "busy" : process.loaded.size > 0 ? "idle" : "starting"]++;
		return count;
	}

	/** Runs a call in a worker, until its caller is gone. */
	run(mill: string, call: Call, caller: Departure): PooledCall {
		return this.#submit(mill, call, caller);
	}

	/** The same for a call whose result is wanted part by part. Its answer has no content. */
	runInParts(mill: string, call: Call, caller: Departure, stream: PartStream): PooledCall {
		return this.#submit(mill, call, caller, stream);
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
		const { content } = await this.#submit(mill, examination, undefined).answer;
		return JSON.parse(Buffer.from(await wholeOf(content)).toString("utf8"));
	}

	/** Kills all workers and refuses all calls. */
	close(): void {
		this.#closed = true;
		this.#workers.close();
		for (const gathering of this.#gatherings.values()) gathering.stop();
		this.#refuseWaiting(() => true, CLOSED);
	}

	#submit(
		mill: string,
		task: Call | Examination,
		caller: Departure | undefined,
		stream?: PartStream,
	): PooledCall {
		const { inspect, deadline } = this.#options;
		const most = inspect ? Number.POSITIVE_INFINITY : taskDeadline(this.#mills.get(mill), task, deadline);
		const company = "body" in task && this.#paces.get(mill)?.batch ? batchKey(task) : undefined;
		const call = new PendingCall(this.#nextId++, mill, task, most, company, stream);
		if (stream) this.#connect(call, stream);
		this.#hold(1);
		this.#workers.countRequest(mill);
		if (caller?.aborted) this.#settle(call, new CallerGone());
		else if (this.#closed) this.#settle(call, unready(CLOSED));
		else if (this.#workers.unloadable(mill) !== undefined) this.#settle(call, unready(UNLOADABLE));
		else {
			const leave = () => this.#giveUp(call, new CallerGone());
			caller?.addEventListener("abort", leave, { once: true });
			call.forget = () => caller?.removeEventListener("abort", leave);
			this.#wait(call);
			call.arrived = this.#clock.now();
			if (company !== undefined) this.#gatherings.get(mill)?.arrived();
			this.#queue.add(call);
			this.#dispatchFor(mill);
		}
		return call;
	}

	/** The time that a reader takes to read is not the mill's: its deadline stands still while too much is unread. */
	#connect(call: PendingCall, stream: PartStream): void {
		stream.onStop = () => this.#giveUp(call, new CallerGone());
		stream.onTaken = (bytes) => {
			if (call.isSettled || call.state !== "begun") return;
			call.slot?.process.send({ type: "taken", id: call.id, bytes });
			if (stream.held < CREDIT) call.slot?.deadline?.resume();
		};
	}

	/** A part may only be of a call that has begun in this worker: a mill can forge this message. */
	#part(slot: WorkerSlot, { id, content }: Extract<FromWorker, { type: "part" }>): void {
		const call = slot.window.find((one) => one.id === id && one.state === "begun");
		if (!call?.stream || call.isSettled || slot.killReason) return;
		// It has sent much more than it was allowed to.
		if (call.stream.held >= 2 * CREDIT) slot.process.kill();
		else call.stream.push(content);
		if (call.stream.held >= CREDIT) slot.deadline?.pause();
	}

	/** Workers do not keep the program alive, but a pending call does. */
	#hold(more: 1 | -1): void {
		this.#pending += more;
		if (this.#pending === 0) {
			this.#clock.clearTimeout(this.#alive);
			this.#alive = undefined;
		} else this.#alive ??= this.#clock.setTimeout(() => {}, 2 ** 30);
	}

	#wait(call: PendingCall): void {
		if (call.patience === Number.POSITIVE_INFINITY) return;
		call.alarm = new Alarm(this.#clock, call.patience, () =>
			this.#giveUp(call, waitedTooLong(longestWait(call), call.lost)),
		);
	}

	/** Gives the outcome of a call to its caller. Whatever comes later has no effect. */
	#settle(call: PendingCall, outcome: PoolAnswer | Error): void {
		if (call.isSettled) return;
		call.isSettled = true;
		call.alarm?.stop();
		call.forget();
		if (call.begun > 0) call.done = this.#clock.now();
		this.#hold(-1);
		if (outcome instanceof Error) {
			call.stream?.fail(outcome);
			call.reject(outcome);
		} else {
			call.stream?.end();
			call.resolve(outcome);
		}
	}

	/** Nobody waits for a call any more. One that runs gets an abort signal, and is killed only at its deadline. */
	#giveUp(call: PendingCall, reason: Error): void {
		if (call.isSettled) return;
		this.#settle(call, reason);
		if (!this.#queue.remove(call)) call.slot?.process.send({ type: "abort", id: call.id });
	}

	/** Gives free workers the calls that wait for others to arrive: they are not a queue yet. */
	dispatchNow(): void {
		if (this.#reading) this.#dispatch();
	}

	/**
	 * Dispatches now; or after the server has read what has arrived, for a quick mill and for one whose calls may wait: then calls that
	 * came together go together.
	 */
	#dispatchFor(mill: string): void {
		const pace = this.#paces.get(mill);
		const goesAtOnce = pace?.batch ? !this.#gatherings.has(mill) : !isQuick(pace?.micros);
		if (goesAtOnce) this.#dispatch();
		else
			this.#reading ??= setImmediate(() => {
				this.#reading = undefined;
				this.#dispatch();
			});
	}

	#dispatch(): void {
		if (this.#closed || this.#queue.isEmpty()) return;
		const slots = [...this.#workers.slots];
		const findFree = (mill: string) => slots.find((slot) => slot.isFree && slot.process.loaded.has(mill));
		let running = slots.filter((slot) => slot.isRunning).length;
		for (; running < this.#options.workers; running++) {
			const call = this.#queue.take(
				(mill, othersWait) =>
					this.#mayRun(mill, othersWait) && findFree(mill) !== undefined && !this.#gathers(mill),
			);
			const slot = call && findFree(call.mill);
			if (!slot) break;
			this.#fill(slot, call);
		}
		for (const slot of slots) this.#sendAhead(slot);
		// No free worker has loaded the mill whose turn is next.
		const next = this.#queue.nextMill();
		if (next !== undefined && running < this.#options.workers) this.#workers.loadNext(next);
	}

	/** Whether one more worker may run a mill. While another mill waits, no mill has all workers: quick calls pass a flood of slow ones. */
	#mayRun(mill: string, othersWait: boolean): boolean {
		const { workers, concurrency } = this.#options;
		let running = 0;
		for (const slot of this.#workers.slots) if (slot.isRunning && slot.mill === mill) running++;
		const most = othersWait ? Math.max(1, workers - 1) : Number.POSITIVE_INFINITY;
		return running < Math.min(most, concurrency?.(mill) ?? Number.POSITIVE_INFINITY);
	}

	/** Whether the waiting calls of a mill wait for company. Those for a full batch do not, nor does one that runs alone. */
	#gathers(mill: string): boolean {
		const gathering = this.#gatherings.get(mill);
		const first = gathering && this.#queue.first(mill);
		const batch = this.#paces.get(mill)?.batch;
		if (!first || first.isAlone || !batch || this.#queue.count(mill) >= mostCalls(batch)) return false;
		return gathering.holds(first.arrived);
	}

	#sizeFor(mill: string, { batch, micros, growth }: Pace) {
		let waiting = this.#queue.count(mill);
		for (const slot of this.#workers.slots)
			if (slot.isRunning && slot.mill === mill) waiting += slot.window.length;
		return windowSize(batch, waiting, this.#options.workers, micros, growth.nearlyFree);
	}

	/** Gives an idle worker a window that begins with this call. */
	#fill(slot: WorkerSlot, first: PendingCall): void {
		const pace = this.#paces.get(first.mill) as Pace;
		const calls = [first];
		slot.window = calls;
		// At a breakpoint, or behind a mill that is being loaded, a row would seem slow.
		const mayBeRow = !first.isAlone && !this.#options.inspect && !this.#workers.isLoading(slot);
		const isRow = mayBeRow && !pace.batch && isQuick(pace.micros);
		const isBatch = !first.isAlone && pace.batch !== undefined;
		if (isRow || isBatch) {
			const most = this.#sizeFor(first.mill, pace);
			let { bytes } = first;
			for (const other of this.#queue.line(first.mill)) {
				if (calls.length >= most.calls) break;
				const fits = !other.isAlone && other.company === first.company && bytes + other.bytes <= most.bytes;
				// In order: the calls of a row do not overtake one that does not fit.
				if (!fits && isRow) break;
				if (!fits) continue;
				bytes += other.bytes;
				calls.push(other);
			}
			for (const other of calls) this.#queue.remove(other);
		}
		if (pace.batch && "body" in first.task)
			this.#options.onEvent({ type: "batch", mill: first.mill, size: calls.length });
		slot.since = this.#clock.now();
		slot.size = calls.length;
		slot.mode = isRow ? "row" : calls.length > 1 ? "batch" : "single";
		this.#send(slot, calls);
	}

	/** Sends a busy worker its next call, so that it is not idle while its answer goes to the server. Other mills do not wait for it. */
	#sendAhead(slot: WorkerSlot): void {
		const [first] = slot.window;
		const mill = this.#queue.nextMill();
		if (!first || mill !== first.mill || this.#queue.hasSeveralMills() || slot.window.length > 1) return;
		const pace = this.#paces.get(mill) as Pace;
		const next = this.#queue.first(mill);
		if (!next || slot.mode !== "single" || pace.batch || first.isAlone || next.isAlone || !slot.isHealthy)
			return;
		const { calls, bytes } = this.#sizeFor(mill, pace);
		if (calls < 2 || first.bytes + next.bytes > bytes || isQuick(pace.micros)) return;
		this.#queue.remove(next);
		slot.window.push(next);
		this.#send(slot, [next]);
	}

	/** Sends calls that are in the window of a worker. It begins a row at once, and says nothing before its answers. */
	#send(slot: WorkerSlot, calls: readonly PendingCall[]): void {
		const given: GivenCall[] = [];
		for (const call of calls) {
			call.state = "sent";
			call.recalled = 0;
			call.slot = slot;
			const { id, mill, task } = call;
			if ("body" in task) given.push({ id, call: task });
			else slot.process.send({ type: "examine", id, mill, ...task });
		}
		if (given.length > 0)
			slot.process.send({ type: "calls", mill: slot.mill, mode: slot.mode, calls: given });
		if (slot.mode === "row") this.#begin(slot, calls);
		else this.#watch(slot);
	}

	/** A worker has begun these calls: their deadline counts from here. */
	#begin(slot: WorkerSlot, calls: readonly PendingCall[]): void {
		const now = this.#clock.now();
		let deadline = Number.POSITIVE_INFINITY;
		for (const call of calls) {
			if (call.alarm) call.patience = call.alarm.left;
			call.alarm?.stop();
			call.alarm = undefined;
			call.state = "begun";
			call.begun = now;
			deadline = Math.min(deadline, call.deadline);
		}
		slot.deadline?.stop();
		if (deadline < Number.POSITIVE_INFINITY)
			slot.deadline = new Alarm(this.#clock, deadline, () => {
				// If a signal stopped the worker, the call is not to blame.
				slot.kill(vitalsOf(slot.process.pid)?.isStopped ? "stopped" : "deadline");
			});
		this.#watch(slot);
	}

	/** Has patience with a worker that should begin or answer something soon. */
	#watch(slot: WorkerSlot): void {
		slot.patience?.stop();
		slot.patience = undefined;
		const { window, mode } = slot;
		if (window.length === 0) slot.deadline?.stop();
		if (this.#options.inspect) return;
		const isOwed = window.some(({ state }) => state === "sent") || (mode === "row" && window.length > 1);
		const returns = Math.max(0, ...window.map((call) => call.returns));
		if (isOwed) slot.patience = new Alarm(this.#clock, PATIENCE_MS * 2 ** returns, () => this.#recall(slot));
		else if (window.length === 0 && slot.isSilent)
			slot.patience = new Alarm(this.#clock, SILENT_MS, () => slot.kill("silent"));
	}

	/** Asks a worker to return what it has not begun. */
	#recall(slot: WorkerSlot): void {
		const number = ++slot.recalls;
		for (const call of slot.window) call.recalled ||= number;
		slot.process.send({ type: "recall", number, ids: slot.window.map(({ id }) => id) });
		const grace = slot.mode === "row" ? ROW_GRACE_MS : GRACE_MS;
		slot.patience = new Alarm(this.#clock, grace, () => this.#release(slot));
	}

	/** A worker has not answered a recall. */
	#release(slot: WorkerSlot): void {
		if (slot.mode === "row") {
			slot.kill("silent");
			return;
		}
		slot.isSilent = true;
		this.#takeBack(slot, ({ state }) => state === "sent");
		this.#watch(slot);
		this.#dispatch();
	}

	/** Takes calls out of a window. They wait again, unless nobody waits for them. */
	#takeBack(slot: WorkerSlot, which: (call: PendingCall) => boolean): void {
		const taken = slot.window.filter(which);
		slot.window = slot.window.filter((call) => !taken.includes(call));
		const [slow] = slot.window;
		for (const call of taken) {
			call.returns++;
			if (slow?.state === "begun") this.#renew(call, slow.deadline);
		}
		this.#requeue(taken);
	}

	/** Forgets the waits of a call so far, and allows this much more: it must wait because of another one. */
	#renew(call: PendingCall, more: number): void {
		call.alarm?.stop();
		call.alarm = undefined;
		call.patience = longestWait(call) + more;
	}

	#requeue(calls: readonly PendingCall[]): void {
		const waiting = calls.filter(({ isSettled }) => !isSettled);
		for (const call of waiting) {
			call.state = "waiting";
			call.slot = undefined;
			call.begun = 0;
			call.stream?.restart();
			if (this.#closed) this.#settle(call, unready(CLOSED));
			else if (!call.alarm) this.#wait(call);
		}
		if (!this.#closed) this.#queue.addFirst(waiting);
	}

	#received(slot: WorkerSlot, message: FromWorker): void {
		if (message.type === "begun") {
			const first = slot.window.find(({ id }) => id === message.id);
			// What has begun already has its deadline.
			if (first?.state === "sent") this.#begin(slot, slot.mode === "batch" ? slot.window : [first]);
		} else if (message.type === "answers") this.#answered(slot, message.answers);
		else if (message.type === "arriving") this.#arriving(slot, message);
		else if (message.type === "part") this.#part(slot, message);
		else if (message.type === "progress")
			slot.window
				.find(({ id, state }) => id === message.id && state === "begun")
				?.stream?.progress(message.done);
		else if (message.type === "returned") this.#returned(slot, message);
		else this.#dispatch();
	}

	/**
	 * A worker will not begin these calls. A mill can forge this, and a call may have been sent to the same worker again meanwhile: only
	 * calls that this recall asked for count.
	 */
	#returned(slot: WorkerSlot, { number, ids }: Extract<FromWorker, { type: "returned" }>): void {
		if (number === slot.recalls) slot.isSilent = false;
		const isAsked = ({ recalled }: PendingCall) => recalled > 0 && recalled <= number;
		this.#takeBack(slot, (call) => isAsked(call) && ids.includes(call.id));
		const [first] = slot.window;
		// What the worker keeps has begun. Otherwise a worker that forgets to say so would keep a call for ever.
		if (first?.state === "sent" && isAsked(first))
			this.#begin(slot, slot.mode === "batch" ? slot.window : [first]);
		// A row that cannot be returned, because a program has it already, still has no more time.
		if (slot.mode !== "row" || slot.window.length < 2) this.#watch(slot);
		this.#dispatch();
	}

	/** A worker may answer only the calls of its window: an answer must never reach another caller. */
	#answered(slot: WorkerSlot, answers: readonly CallAnswer[]): void {
		const calls = new Map(slot.window.map((call) => [call.id, call]));
		const occupied = ((this.#clock.now() - slot.since) * 1_000) / Math.max(1, answers.length);
		this.#measure(slot, answers);
		const gone: PendingCall[] = [];
		const failed: PendingCall[] = [];
		let failure: Extract<CallAnswer, { type: "crash" }> | undefined;
		for (const answer of answers) {
			const call = calls.get(answer.id);
			if (!call || call.state === "answered") continue;
			gone.push(call);
			if (slot.mode === "batch" && answer.type === "crash" && !call.isSettled) {
				failure ??= answer;
				// The next batch is half as large, so that it may fit. A mill that always says so does not run for ever.
				call.isAlone = !answer.isOutOfMemory || ++call.exhausted > MOST_HALVINGS;
				failed.push(call);
				continue;
			}
			call.state = "answered";
			if (answer.type !== "crash" && "body" in call.task && !call.stream)
				this.#paces.get(call.mill)?.record(answer.micros);
			if (call.company !== undefined && !call.isSettled) this.#gatherings.get(call.mill)?.answered();
			this.#settle(call, outcomeOf(answer, occupied));
		}
		// Whatever failed, the calls run again alone: a problem of one is not that of another.
		this.#requeue(failed);
		if (failure !== undefined)
			this.#options.onEvent({
				type: "batch-failed",
				mill: slot.mill,
				reason: failure.reason,
				isOutOfMemory: failure.isOutOfMemory === true,
			});
		this.#advance(slot, gone, failure !== undefined);
	}

	/** Learns from the first answer to a batch how long it took: its calls share the time. */
	#measure({ window, size, mode, mill }: WorkerSlot, answers: readonly CallAnswer[]): void {
		const pace = this.#paces.get(mill);
		if (!pace?.batch || mode === "row" || window.length < size || !("body" in (window[0]?.task ?? {})))
			return;
		const done = answers.find((answer) => answer.type === "done");
		if (done) pace.growth.record(size, done.micros * size);
	}

	/** Calls have left a window for good. If the first did, the next one has begun, or all the others of a row. */
	#advance(slot: WorkerSlot, gone: readonly PendingCall[], hasFailed = false): void {
		const [first] = slot.window;
		if (!first || gone.length === 0) return;
		slot.window = slot.window.filter((call) => !gone.includes(call));
		const { window, mode } = slot;
		const pace = this.#paces.get(first.mill);
		// If batches shrank to single calls, these let them grow again.
		const isStep = mode === "batch" || (mode === "single" && pace?.batch && pace.batch.most < 2);
		if (isStep && window.length === 0) pace?.ended(slot.size, hasFailed);
		if (gone.includes(first)) {
			slot.since = this.#clock.now();
			if (mode !== "batch" && window.length > 0)
				this.#begin(slot, mode === "row" ? window : window.slice(0, 1));
			else this.#watch(slot);
		}
		this.#dispatchFor(first.mill);
	}

	/** A worker begins to send a large result. It is busy, and the deadline counts, until the last byte has come. */
	#arriving(slot: WorkerSlot, { id, content, micros }: Extract<FromWorker, { type: "arriving" }>): void {
		const call = slot.window.find((one) => one.id === id && one.state === "begun");
		// A mill can forge this message, but a call that has not begun has no result. The rest of a killed worker's would not come.
		if (!call || slot.killReason) return;
		const arrival = new Arrival(call, content);
		slot.arrival = arrival;
		call.state = "answered";
		this.#settle(call, { content, micros, occupied: arrival.occupied });
		this.#hold(1);
		content.onEnd = () => {
			slot.arrival = undefined;
			this.#hold(-1);
			call.done = this.#clock.now();
			arrival.end((call.done - slot.since) * 1_000);
			this.#paces.get(call.mill)?.record(micros);
			this.#advance(slot, [call]);
		};
	}

	#lost(slot: WorkerSlot, exit: string, loading: string | undefined): void {
		const { window, arrival } = slot;
		const { memory } = this.#options;
		slot.window = [];
		slot.patience?.stop();
		slot.deadline?.stop();
		const mill = window[0]?.mill;
		if (!this.#closed)
			this.#options.onEvent({
				type: "worker-gone",
				reason: describeLoss(slot, exit, memory),
				kind: lossReason(slot, exit),
				error: slot.lastMessage,
				mill: mill ?? loading,
			});
		const how = describeEnd(slot, exit, memory);
		const begun = window.filter(({ state }) => state === "begun");
		if (begun.length > 1) this.#paces.get(mill ?? "")?.ended(slot.size, true);
		const again: PendingCall[] = [];
		for (const call of window) {
			if (call === arrival?.call) {
				this.#hold(-1);
				call.done = this.#clock.now();
				arrival.fail(this.#closed ? unready(CLOSED) : brokenResult(call, slot, how));
				continue;
			}
			// The call that is to blame may be the first to run again, until its deadline.
			if (begun.length > 1) this.#renew(call, Math.min(...begun.map(({ deadline }) => deadline)));
			const blame = blameFor(call, begun.length, slot, how);
			if (blame && !this.#closed) this.#settle(call, blame);
			else again.push(call);
		}
		this.#requeue(again);
		this.#dispatch();
	}

	#refuseWaiting(which: (mill: string) => boolean, detail: string): void {
		for (let call = this.#queue.take(which); call; call = this.#queue.take(which))
			this.#settle(call, unready(detail));
	}
}
