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
import { blameFor, brokenResult, outcomeOf } from "./call-failures.js";
import { Dispatcher } from "./dispatcher.js";
import { connect, flowed, setTime } from "./flows.js";
import type { InputFeed } from "./input-feed.js";
import { Losses } from "./losses.js";
import type { CallAnswer, Examination, FromWorker, GivenCall, WindowMode } from "./messages.js";
import type { PartStream } from "./part-stream.js";
import {
	Arrival,
	longestWait,
	PendingCall,
	type PoolAnswer,
	type PooledCall,
	taskDeadline,
	type WorkerSlot,
} from "./pending-call.js";
import type { PoolOptions } from "./pool-options.js";
import { Suspicion } from "./suspicion.js";
import { Watch } from "./watch.js";
import { describeEnd, describeLoss, isKilledByOthers, lossReason } from "./worker-loss.js";
import { type PoolMill, Workers } from "./workers.js";

const UNLOADABLE = "The mill cannot be loaded.";
/** After this number of halvings, the largest batch is one call. */
const MOST_HALVINGS = 8;
/** If its patience ends while its mill is loaded again, it waits so much longer as that takes, at most this often. */
const MOST_RELOADS = 3;
/** How late a call is refused because equal ones kill workers. Whoever sends it again and again would keep the server busy. */
const REFUSE_MS = 250;
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
	readonly #suspicion: Suspicion;
	readonly #dispatcher: Dispatcher;
	readonly #watch: Watch;
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
		const losses = new Losses(this.#clock, options.workers);
		const { onEvent } = options;
		this.#suspicion = new Suspicion({
			clock: this.#clock,
			mills: this.#mills,
			losses,
			lost: (mill, milliseconds) => this.#dispatcher.lost(mill, milliseconds),
			onEvent,
		});
		this.#watch = new Watch(this.#clock, options.inspect === true, {
			silent: (slot) => {
				this.#takeBack(slot, ({ state }) => state === "sent");
				this.#watch.expect(slot);
				this.#dispatcher.dispatch();
			},
			failed: (call, error) => this.#giveUp(call, error),
			isLoading: (slot) => this.#workers.isLoading(slot),
		});
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
			losses,
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

	/** How many workers have calls, of this mill and in all, as a mean of the last seconds. */
	occupancy(mill: string): { readonly own: number; readonly busy: number } {
		const { occupancy } = this.#workers;
		return { own: occupancy.of(mill), busy: occupancy.all };
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
		const { content } = await this.run(mill, examination, undefined).answer;
		return JSON.parse(Buffer.from(await wholeOf(content)).toString("utf8"));
	}

	/** Kills all workers and refuses all calls. */
	close(): void {
		this.#closed = true;
		this.#workers.close();
		this.#dispatcher.stop();
		this.#refuseWaiting(() => true, CLOSED);
	}

	/**
	 * Runs a call in a worker, until its caller is gone. `request` names it in the log. With a `stream`, its result goes there part by
	 * part, and its answer has no content.
	 */
	run(
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
		if (stream) connect(call, stream, () => this.#giveUp(call, new CallerGone()));
		this.#hold(1);
		this.#workers.countRequest(mill);
		if (caller?.aborted) this.#settle(call, new CallerGone());
		else if (this.#closed) this.#settle(call, unready(CLOSED));
		else if (this.#workers.unloadable(mill) !== undefined) this.#settle(call, unready(UNLOADABLE));
		else {
			const leave = () => this.#giveUp(call, new CallerGone());
			caller?.addEventListener("abort", leave, { once: true });
			call.forget = () => caller?.removeEventListener("abort", leave);
			const refusal = this.#suspicion.refusalOf(call);
			if (refusal) call.alarm = new Alarm(this.#clock, REFUSE_MS, () => this.#settle(call, refusal));
			else {
				this.#wait(call);
				this.#dispatcher.add(call);
			}
		}
		return call;
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
		setTime(call);
		if (call.begun > 0) call.done = this.#clock.now();
		this.#hold(-1);
		if (outcome instanceof Error) {
			call.stream?.fail(outcome);
			call.reject(outcome);
		} else {
			call.stream?.end();
			call.resolve(outcome);
		}
		// A worker that has begun it may go on without its caller.
		if (call.state !== "begun") call.end(this.#clock.now());
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
		if (given.length > 0) slot.process.send({ type: "calls", mill: slot.mill, mode, calls: given });
		if (mode === "row") this.#watch.begin(slot, calls);
		else this.#watch.expect(slot);
	}

	/** Takes calls out of a window. They wait again, unless nobody waits for them. */
	#takeBack(slot: WorkerSlot, which: (call: PendingCall) => boolean): void {
		const taken = slot.window.filter(which);
		slot.window = slot.window.filter((call) => !taken.includes(call));
		const [slow] = slot.window;
		for (const call of taken) {
			call.returns++;
			if (slow?.state === "begun") call.renew(slow.deadline);
		}
		this.#requeue(taken);
	}

	#requeue(calls: readonly PendingCall[]): void {
		const waiting = calls.filter(({ isSettled }) => !isSettled);
		for (const call of calls) {
			if (!call.isSettled || call.isOver) continue;
			// All calls of a row count as begun, and this one was not.
			call.begun = 0;
			call.end(this.#clock.now());
		}
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
			const together = slot.window.filter(({ sending }) => sending === first?.sending);
			// What has begun already has its deadline.
			if (first?.state === "sent") this.#watch.begin(slot, together);
		} else if (message.type === "answers") this.#answered(slot, message.answers);
		else if (message.type === "arriving") this.#arriving(slot, message);
		else if (message.type === "returned") this.#returned(slot, message);
		else if (message.type === "part" || message.type === "took" || message.type === "progress")
			flowed(slot, message);
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
		if (first?.state === "sent" && isAsked(first)) this.#watch.begin(slot, slot.current);
		// A row that cannot be returned, because a program has it already, still has no more time.
		if (slot.sending.mode !== "row" || slot.window.length < 2) this.#watch.expect(slot);
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
			if (answer.type !== "crash") call.micros = answer.micros;
			if (call.isSettled) call.end(this.#clock.now());
			this.#suspicion.acquit(call);
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
			if (slot.window.length > 0 && (isOver || mode === "row")) this.#watch.begin(slot, slot.current);
			else this.#watch.expect(slot);
		}
		this.#dispatcher.dispatchFor(first.mill);
	}

	/** A worker begins to send a large result. It is busy, and the deadline counts, until the last byte has come. */
	#arriving(slot: WorkerSlot, { id, content, micros }: Extract<FromWorker, { type: "arriving" }>): void {
		const call = slot.begunCall(id);
		// The rest of the result of a killed worker would not come.
		if (!call || slot.killReason) return;
		const arrival = new Arrival(call, content);
		slot.arrival = arrival;
		call.state = "answered";
		call.micros = micros;
		this.#settle(call, { content, micros, occupied: arrival.occupied });
		call.end(this.#clock.now());
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
		if (!this.#closed) this.#suspicion.remember(slot, begun, company, sending, isKilledByOthers(slot, exit));
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
			if (company > 1 && begun.length > 0) call.renew(Math.min(...begun.map(({ deadline }) => deadline)));
			const blame = blameFor(call, company, slot, how);
			if (blame && !this.#closed) this.#settle(call, blame);
			else again.push(call);
			if (call.isSettled) call.end(this.#clock.now());
		}
		this.#requeue(again);
		this.#dispatcher.dispatch();
	}

	#refuseWaiting(which: (mill: string) => boolean, detail: string): void {
		for (let call = this.#dispatcher.take(which); call; call = this.#dispatcher.take(which))
			this.#settle(call, unready(detail));
	}
}
