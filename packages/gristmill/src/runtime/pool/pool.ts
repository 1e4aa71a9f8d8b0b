import { CLOCK, type Clock, type Timer } from "../../core/clock.js";
import { paddedSize } from "../../core/definition/batch.js";
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
import { Dispatcher } from "./dispatcher.js";
import type { InputFeed } from "./input-feed.js";
import { EqualCall, Killers } from "./killers.js";
import { Losses } from "./losses.js";
import type { CallAnswer, Examination, FromWorker, GivenCall, WindowMode } from "./messages.js";
import { CREDIT, type PartStream } from "./part-stream.js";
import {
	Arrival,
	blameFor,
	brokenResult,
	diedOfCalls,
	killerRefused,
	longestWait,
	outcomeOf,
	PendingCall,
	type PoolAnswer,
	type PooledCall,
	type Sending,
	taskDeadline,
	type WorkerSlot,
} from "./pending-call.js";
import type { PoolOptions } from "./pool-options.js";
import { vitalsOf } from "./vitals.js";
import { describeEnd, describeLoss, isKilledByOthers, lossReason } from "./worker-loss.js";
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
/** A call that has killed a worker may wait for so much longer, until its mill may lose another one. */
const DOUBTED_MS = 30_000;
/** If its patience ends while its mill is loaded again, it waits so much longer as that takes, at most this often. */
const MOST_RELOADS = 3;
/** How late a call is refused because equal ones kill workers. Whoever sends it again and again would keep the server busy. */
const REFUSE_MS = 250;
/** A worker that begins nothing for this time hangs in something else. */
const SILENT_MS = 30_000;

/**
 * Child processes that compute calls. Each has a window of calls that it was sent and has not answered. A process can be killed in
 * any state; a warm spare replaces it. No call is in two windows, and none runs in two processes that live, unless a worker that had its
 * Python process take the next batch is silent for so long that others get that batch, too.
 */
export class Pool {
	readonly #options: PoolOptions;
	readonly #clock: Clock;
	readonly #mills: ReadonlyMap<string, Mill>;
	readonly #workers: Workers;
	readonly #killers: Killers;
	readonly #losses: Losses;
	readonly #dispatcher: Dispatcher;
	#nextId = 1;
	#closed = false;
	/** The number of calls without an outcome, and of results that are arriving. */
	#pending = 0;
	/** Runs while there are any. */
	#alive: Timer;

	constructor(mills: readonly PoolMill[], options: PoolOptions) {
		this.#options = options;
		this.#clock = options.clock ?? CLOCK;
		this.#mills = new Map(mills.map(({ mill }) => [mill.name, mill]));
		this.#killers = new Killers(this.#clock);
		this.#losses = new Losses(this.#clock, options.workers);
		this.#workers = new Workers(mills, options, {
			received: (slot, message) => this.#received(slot, message),
			lost: (slot, exit, loading) => this.#lost(slot, exit, loading),
			unloadable: (mill) => this.#refuseWaiting((name) => name === mill, UNLOADABLE),
		});
		this.#dispatcher = new Dispatcher(
			this.#mills.values(),
			options,
			this.#clock,
			this.#workers,
			this.#losses,
			(slot, calls, mode) => this.#send(slot, calls, mode),
		);
	}

	/** The number of calls of a mill that no worker has begun. */
	waiting(mill: string): number {
		let count = this.#dispatcher.count(mill);
		for (const { window } of this.#workers.slots)
			for (const call of window) if (call.mill === mill && call.state === "sent") count++;
		return count;
	}

	/** The number of mills with waiting or running calls. */
	busyMills(): number {
		const mills = this.#dispatcher.mills();
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

	/** Runs a call in a worker, until its caller is gone. `request` names it in the log. */
	run(mill: string, call: Call, caller: Departure, request?: string): PooledCall {
		return this.#submit(mill, call, caller, request);
	}

	/** The same for a call whose result is wanted part by part. Its answer has no content. */
	runInParts(
		mill: string,
		call: Call,
		caller: Departure,
		stream: PartStream,
		input?: InputFeed,
		request?: string,
	): PooledCall {
		return this.#submit(mill, call, caller, request, stream, input);
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
		this.#dispatcher.stop();
		this.#refuseWaiting(() => true, CLOSED);
	}

	#submit(
		mill: string,
		task: Call | Examination,
		caller: Departure | undefined,
		request?: string,
		stream?: PartStream,
		input?: InputFeed,
	): PooledCall {
		const { inspect, deadline } = this.#options;
		const most = inspect ? Number.POSITIVE_INFINITY : taskDeadline(this.#mills.get(mill), task, deadline);
		const company = "body" in task && this.#dispatcher.pace(mill)?.batch ? batchKey(task) : undefined;
		const call = new PendingCall(this.#nextId++, mill, task, most, company, stream, input);
		call.request = request;
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
			const refusal = this.#refusalOf(call);
			if (refusal) {
				call.alarm = new Alarm(this.#clock, REFUSE_MS, () => this.#settle(call, refusal));
				return call;
			}
			this.#wait(call);
			this.#dispatcher.add(call);
		}
		return call;
	}

	/** Why a call is refused: equal ones have killed workers. If one has, this one runs as its second try. */
	#refusalOf(call: PendingCall): Error | undefined {
		// Whether a long input is equal to another one is known when it has gone by.
		if (this.#killers.size === 0 || !("body" in call.task) || call.input) return undefined;
		const equal = this.#equalTo(call);
		call.lostAlone = this.#killers.kills(equal);
		call.isDoubted = call.lostAlone > 0;
		call.isAlone ||= call.isDoubted;
		if (this.#isHeldUp(call)) call.patience += DOUBTED_MS;
		const how = this.#killers.refused(equal);
		if (how === undefined) return undefined;
		this.#options.onEvent({ type: "killer-refused", mill: call.mill });
		return killerRefused(call, how);
	}

	#equalTo({ mill, task, deadline }: PendingCall): EqualCall {
		return new EqualCall(this.#mills.get(mill) as Mill, task as Call, deadline);
	}

	/** Whether a call waits until its mill may lose another worker. */
	#isHeldUp(call: PendingCall): boolean {
		return call.isDoubted && this.#losses.isSuspect(call.mill);
	}

	/** A worker has died with these calls, of which it has begun one or more. */
	#remember(
		slot: WorkerSlot,
		[call]: readonly PendingCall[],
		company: number,
		{ mode }: Sending,
		isByOthers: boolean,
	): void {
		if (this.#closed || !diedOfCalls(slot) || !call) return;
		const { mill } = call;
		// What hangs in a row is not known yet.
		this.#dispatcher.lost(mill, mode === "row" || isByOthers ? 0 : this.#clock.now() - slot.since);
		if (company > 1 || !("body" in call.task) || call.input) return;
		// Others may have killed it because it took the memory of the machine, so that counts too. But the call need not wait.
		if (!isByOthers) {
			call.isDoubted = true;
			if (this.#isHeldUp(call)) this.#renew(call, DOUBTED_MS);
		}
		const how = slot.killReason === "deadline" ? "deadline" : "crash";
		if (this.#killers.add(this.#equalTo(call), how)) this.#options.onEvent({ type: "killer", mill, how });
	}

	#connect(call: PendingCall, stream: PartStream): void {
		stream.onStop = () => this.#giveUp(call, new CallerGone());
		stream.onTaken = (bytes) => {
			if (call.isSettled || call.state !== "begun") return;
			call.slot?.process.send({ type: "taken", id: call.id, bytes });
			this.#setTime(call);
		};
	}

	/** The time that a reader takes to read, or a sender to send, is not the mill's: its deadline stands still meanwhile. */
	#setTime({ stream, input, slot, state, isSettled }: PendingCall): void {
		if (state !== "begun") return;
		const isHeldUp = !isSettled && ((stream?.held ?? 0) >= CREDIT || input?.isWaiting);
		if (isHeldUp) slot?.deadline?.pause();
		else slot?.deadline?.resume();
	}

	/** Gives a long input to the worker that has begun its call. */
	#feed(call: PendingCall, input: InputFeed): void {
		const { id } = call;
		const { process } = call.slot as WorkerSlot;
		input.start({
			send: (content, isLast) => process.send({ type: "input", id, content, isLast }),
			failed: (error) => this.#giveUp(call, error),
			changed: () => this.#setTime(call),
		});
		this.#setTime(call);
	}

	/** Whoever takes input makes progress, so its deadline begins anew. A mill can forge this message for its own call. */
	#took(slot: WorkerSlot, { id, bytes }: Extract<FromWorker, { type: "took" }>): void {
		const call = slot.window.find((one) => one.id === id && one.state === "begun");
		if (!call?.input || call.isSettled) return;
		call.input.took(bytes);
		slot.deadline?.renew(call.deadline);
		this.#setTime(call);
	}

	/** A part may only be of a call that has begun in this worker: a mill can forge this message. */
	#part(slot: WorkerSlot, { id, content }: Extract<FromWorker, { type: "part" }>): void {
		const call = slot.window.find((one) => one.id === id && one.state === "begun");
		if (!call?.stream || call.isSettled || slot.killReason) return;
		// It has sent much more than it was allowed to.
		if (call.stream.held >= 2 * CREDIT) slot.process.kill();
		else call.stream.push(content);
		this.#setTime(call);
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
		call.alarm = new Alarm(this.#clock, call.patience, () => {
			const reload = call.reloads++ < MOST_RELOADS ? this.#workers.reloadTime(call.mill) : 0;
			if (reload === 0) return this.#giveUp(call, waitedTooLong(longestWait(call), call.lost));
			call.patience = reload;
			this.#wait(call);
		});
	}

	/** Gives the outcome of a call to its caller. Whatever comes later has no effect. */
	#settle(call: PendingCall, outcome: PoolAnswer | Error): void {
		if (call.isSettled) return;
		call.isSettled = true;
		call.alarm?.stop();
		call.forget();
		call.input?.stop();
		this.#setTime(call);
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

	/** Gives free workers the calls that wait for others to arrive: they are not a queue yet. */
	dispatchNow(): void {
		this.#dispatcher.dispatchNow();
	}

	/** No caller waits for this call any more. If it runs, it gets an abort signal; only its deadline kills it. */
	#giveUp(call: PendingCall, reason: Error): void {
		if (call.isSettled) return;
		this.#settle(call, reason);
		if (!this.#dispatcher.remove(call)) call.slot?.process.send({ type: "abort", id: call.id });
	}

	/** Sends calls that are in the window of a worker. It begins a row at once, and says nothing before its answers. */
	#send(slot: WorkerSlot, calls: readonly PendingCall[], mode: WindowMode): void {
		const given: GivenCall[] = [];
		const sending = { mode, size: calls.length };
		for (const call of calls) {
			call.state = "sent";
			call.recalled = 0;
			call.slot = slot;
			call.sending = sending;
			const { id, mill, task } = call;
			if ("body" in task) given.push({ id, call: task });
			else slot.process.send({ type: "examine", id, mill, ...task });
		}
		if (given.length > 0)
			slot.process.send({ type: "calls", mill: slot.mill, mode: sending.mode, calls: given });
		if (sending.mode === "row") this.#begin(slot, calls);
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
		const [first] = calls;
		if (first?.input && !first.isSettled) this.#feed(first, first.input);
	}

	/** Has patience with a worker that should begin or answer something soon. */
	#watch(slot: WorkerSlot): void {
		slot.patience?.stop();
		slot.patience = undefined;
		const { window } = slot;
		const { mode } = slot.sending;
		if (window.length === 0) slot.deadline?.stop();
		if (this.#options.inspect) return;
		const isOwed = window.some(({ state }) => state === "sent") || (mode === "row" && window.length > 1);
		const returns = Math.max(0, ...window.map((call) => call.returns));
		if (isOwed) slot.patience = new Alarm(this.#clock, PATIENCE_MS * 2 ** returns, () => this.#recall(slot));
		else if (window.length === 0 && slot.isSilent)
			slot.patience = new Alarm(this.#clock, SILENT_MS, () => {
				// A mill may load for longer, and has a limit of its own for that.
				if (this.#workers.isLoading(slot)) this.#watch(slot);
				else slot.kill("silent");
			});
	}

	/** Asks a worker to return what it has not begun. */
	#recall(slot: WorkerSlot): void {
		const number = ++slot.recalls;
		for (const call of slot.window) call.recalled ||= number;
		slot.process.send({ type: "recall", number, ids: slot.window.map(({ id }) => id) });
		const grace = slot.sending.mode === "row" ? ROW_GRACE_MS : GRACE_MS;
		slot.patience = new Alarm(this.#clock, grace, () => this.#release(slot));
	}

	/** A worker has not answered a recall. */
	#release(slot: WorkerSlot): void {
		if (slot.sending.mode === "row") {
			slot.kill("silent");
			return;
		}
		slot.isSilent = true;
		this.#takeBack(slot, ({ state }) => state === "sent");
		this.#watch(slot);
		this.#dispatcher.dispatch();
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
			call.input?.detach();
			if (this.#closed) this.#settle(call, unready(CLOSED));
			else if (!call.alarm) this.#wait(call);
		}
		if (!this.#closed) this.#dispatcher.addFirst(waiting);
	}

	#received(slot: WorkerSlot, message: FromWorker): void {
		if (message.type === "begun") {
			const first = slot.window.find(({ id }) => id === message.id);
			// What has begun already has its deadline.
			if (first?.state === "sent")
				this.#begin(
					slot,
					slot.window.filter(({ sending }) => sending === first.sending),
				);
		} else if (message.type === "answers") this.#answered(slot, message.answers);
		else if (message.type === "arriving") this.#arriving(slot, message);
		else if (message.type === "part") this.#part(slot, message);
		else if (message.type === "took") this.#took(slot, message);
		else if (message.type === "progress")
			slot.window
				.find(({ id, state }) => id === message.id && state === "begun")
				?.stream?.progress(message.done);
		else if (message.type === "returned") this.#returned(slot, message);
		else this.#dispatcher.dispatch();
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
		if (first?.state === "sent" && isAsked(first)) this.#begin(slot, slot.current);
		// A row that cannot be returned, because a program has it already, still has no more time.
		if (slot.sending.mode !== "row" || slot.window.length < 2) this.#watch(slot);
		this.#dispatcher.dispatch();
	}

	/** A worker may answer only the calls of its window: an answer must never reach another caller. */
	#answered(slot: WorkerSlot, answers: readonly CallAnswer[]): void {
		const calls = new Map(slot.window.map((call) => [call.id, call]));
		const occupied = ((this.#clock.now() - slot.since) * 1_000) / Math.max(1, answers.length);
		this.#measure(slot, answers);
		const gone: PendingCall[] = [];
		const failed: PendingCall[] = [];
		let failure: Extract<CallAnswer, { type: "crash" }> | undefined;
		let callers = 0;
		for (const answer of answers) {
			const call = calls.get(answer.id);
			if (!call || call.state === "answered") continue;
			gone.push(call);
			if (call.sending?.mode === "batch" && answer.type === "crash" && !call.isSettled) {
				failure ??= answer;
				// The next batch is half as large, so that it may fit. A mill that always says so does not run for ever.
				call.isAlone = !answer.isOutOfMemory || ++call.exhausted > MOST_HALVINGS;
				failed.push(call);
				continue;
			}
			call.state = "answered";
			// The workers that it lost died for another reason.
			if (call.lostAlone > 0 && "body" in call.task) this.#killers.forget(this.#equalTo(call));
			if (answer.type !== "crash" && "body" in call.task && !call.stream)
				this.#dispatcher.pace(call.mill)?.record(answer.micros);
			if (call.company !== undefined && !call.isSettled) callers++;
			this.#settle(call, outcomeOf(answer, occupied));
		}
		this.#dispatcher.answered(slot.mill, callers);
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
	#measure({ current, sending: { mode, size }, mill }: WorkerSlot, answers: readonly CallAnswer[]): void {
		const pace = this.#dispatcher.pace(mill);
		if (!pace?.batch || mode === "row" || current.length < size || !("body" in (current[0]?.task ?? {})))
			return;
		const done = answers.find((answer) => answer.type === "done");
		if (done) pace.growth.record(paddedSize(pace.batch, size), done.micros * size);
	}

	/** Calls have left a window for good. If the first did, the next one or the next batch has begun, or all the others of a row. */
	#advance(slot: WorkerSlot, gone: readonly PendingCall[], hasFailed = false): void {
		const [first] = slot.window;
		if (!first || gone.length === 0) return;
		const { sending } = slot;
		const { mode, size } = sending;
		const left = new Set(gone);
		slot.window = slot.window.filter((call) => !left.has(call));
		const isOver = slot.window[0]?.sending !== sending;
		const pace = this.#dispatcher.pace(first.mill);
		// If batches shrank to single calls, these let them grow again.
		const isStep = mode === "batch" || (mode === "single" && pace?.batch && pace.batch.most < 2);
		if (isStep && isOver) pace?.ended(size, hasFailed);
		if (left.has(first)) {
			slot.since = this.#clock.now();
			if (slot.window.length > 0 && (isOver || mode === "row")) this.#begin(slot, slot.current);
			else this.#watch(slot);
		}
		this.#dispatcher.dispatchFor(first.mill);
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
			this.#dispatcher.pace(call.mill)?.record(micros);
			this.#advance(slot, [call]);
		};
	}

	#lost(slot: WorkerSlot, exit: string, loading: string | undefined): void {
		const { window, arrival, sending } = slot;
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
		// A program may have begun the next batch already: it gets that while it computes the one before.
		const next = window.some((call) => call.sending !== sending && call.sending?.mode === "batch") ? 1 : 0;
		const company = begun.length + next;
		this.#remember(slot, begun, company, sending, isKilledByOthers(slot, exit));
		if (begun.length > 1) this.#dispatcher.pace(mill ?? "")?.ended(sending.size, true);
		const again: PendingCall[] = [];
		for (const call of window) {
			if (call === arrival?.call) {
				this.#hold(-1);
				call.done = this.#clock.now();
				arrival.fail(this.#closed ? unready(CLOSED) : brokenResult(call, slot, how));
				continue;
			}
			// The call that is to blame may be the first to run again, until its deadline.
			if (company > 1 && begun.length > 0)
				this.#renew(call, Math.min(...begun.map(({ deadline }) => deadline)));
			const blame = blameFor(call, company, slot, how);
			if (blame && !this.#closed) this.#settle(call, blame);
			else again.push(call);
		}
		this.#requeue(again);
		this.#dispatcher.dispatch();
	}

	#refuseWaiting(which: (mill: string) => boolean, detail: string): void {
		for (let call = this.#dispatcher.take(which); call; call = this.#dispatcher.take(which))
			this.#settle(call, unready(detail));
	}
}
