import type { Clock, Timer } from "../../core/clock.js";
import type { Mill } from "../../core/definition/mill.js";
import { type BatchSize, batchSize } from "./batch-size.js";
import { Gathering } from "./gathering.js";
import type { Losses } from "./losses.js";
import type { WindowMode } from "./messages.js";
import type { PendingCall, WorkerSlot } from "./pending-call.js";
import type { PoolOptions } from "./pool-options.js";
import { FairQueue } from "./queue.js";
import { Restraint } from "./restraint.js";
import { AHEAD, isQuick, mostCalls, Pace, type WindowSize, windowSize } from "./window.js";
import type { Workers } from "./workers.js";

/** Sends a worker calls that were added to its window. */
type Send = (slot: WorkerSlot, calls: readonly PendingCall[], mode: WindowMode) => void;

/** If all workers have run what they run for this time, mills that have none get a spare, in milliseconds. */
const LOCKED_OUT_MS = 100;

/** Decides which waiting calls which worker gets next, and when. */
export class Dispatcher {
	readonly #options: PoolOptions;
	readonly #clock: Clock;
	readonly #workers: Workers;
	readonly #losses: Losses;
	readonly #send: Send;
	readonly #paces = new Map<string, Pace>();
	/** For the mills whose calls may wait for company. */
	readonly #gatherings = new Map<string, Gathering>();
	readonly #queue = new FairQueue<PendingCall>();
	/** The calls of suspect mills that have killed a worker. They run in the spare. */
	readonly #again = new FairQueue<PendingCall>();
	readonly #restraint: Restraint;
	/** Set while a dispatch waits for what has arrived. */
	#reading: NodeJS.Immediate | undefined;
	/** Rings when a mill that has no worker may get a spare. */
	#lockedOut: Timer;
	#isStopped = false;

	constructor(
		mills: Iterable<Mill>,
		options: PoolOptions,
		clock: Clock,
		workers: Workers,
		losses: Losses,
		send: Send,
	) {
		this.#options = options;
		this.#clock = clock;
		this.#workers = workers;
		this.#losses = losses;
		this.#send = send;
		this.#restraint = new Restraint(options, clock, workers.slots, losses, () => this.dispatch());
		for (const { name, batch } of mills) {
			this.#paces.set(name, new Pace(batch));
			if (batch?.wait && batch.most > 1)
				this.#gatherings.set(name, new Gathering(clock, batch.wait, () => this.dispatch()));
		}
	}

	/** How long the calls of a mill take. */
	pace(mill: string): Pace | undefined {
		return this.#paces.get(mill);
	}

	/** Calls that others may wait for, or be computed with, were answered. */
	answered(mill: string, count: number): void {
		if (count === 0) return;
		this.#gatherings.get(mill)?.answered(count);
		this.#paces.get(mill)?.turnaround.answered(count, this.#clock.now());
	}

	/** The number of calls of a mill that no worker has. */
	count(mill: string): number {
		return this.#queue.count(mill) + this.#again.count(mill);
	}

	/** The mills with calls that no worker has. */
	mills(): Set<string> {
		return new Set([...this.#queue.mills(), ...this.#again.mills()]);
	}

	/** A new call waits for a worker. */
	add(call: PendingCall): void {
		if (call.company !== undefined) {
			this.#gatherings.get(call.mill)?.arrived();
			this.#paces.get(call.mill)?.turnaround.arrived(this.#clock.now());
		}
		this.#restraint.called(call.mill);
		if (this.#isForSpare(call)) this.#again.add(call);
		else this.#queue.add(call);
		this.dispatchFor(call.mill);
	}

	/** The calls of a mill have killed a worker, which they occupied for this time. */
	lost(mill: string, milliseconds: number): void {
		this.#restraint.lost(mill, milliseconds);
	}

	/** Calls of one mill wait again, before all others of it. */
	addFirst(calls: readonly PendingCall[]): void {
		this.#again.addFirst(calls.filter((call) => this.#isForSpare(call)));
		this.#queue.addFirst(calls.filter((call) => !this.#isForSpare(call)));
	}

	/** If many calls of a mill kill workers, the spare is the one that may die. */
	#isForSpare(call: PendingCall): boolean {
		return call.isDoubted && this.#losses.isSuspect(call.mill);
	}

	/** Removes a call that waits; false if it does not. */
	remove(call: PendingCall): boolean {
		return this.#queue.remove(call) || this.#again.remove(call);
	}

	/** Takes any waiting call of such a mill. */
	take(which: (mill: string) => boolean): PendingCall | undefined {
		return this.#queue.take(which) ?? this.#again.take(which);
	}

	/** Gives no worker anything more. */
	stop(): void {
		this.#isStopped = true;
		this.#restraint.stop();
		this.#clock.clearTimeout(this.#lockedOut);
		this.#lockedOut = undefined;
		for (const gathering of this.#gatherings.values()) gathering.stop();
	}

	/** Gives free workers the calls that wait for others to arrive: they are not a queue yet. */
	dispatchNow(): void {
		if (this.#reading) this.dispatch();
	}

	/**
	 * Dispatches now; or after the server has read what has arrived, for a quick mill and for one whose calls may wait: then calls that
	 * came together go together.
	 */
	dispatchFor(mill: string): void {
		const pace = this.#paces.get(mill);
		const goesAtOnce = pace?.batch ? !this.#gatherings.has(mill) : !isQuick(pace?.micros);
		if (goesAtOnce) this.dispatch();
		else
			this.#reading ??= setImmediate(() => {
				this.#reading = undefined;
				this.dispatch();
			});
	}

	/** Gives free workers the calls whose turn it is. */
	dispatch(): void {
		if (this.#isStopped) return;
		if (this.#again.size > 0) this.#acquit();
		if (this.#queue.size > 0) this.#giveTurns();
		if (this.#queue.size > 0) this.#giveSpares();
		if (this.#again.size > 0) this.#tryAgain();
	}

	#giveTurns(): void {
		const slots = [...this.#workers.slots];
		let running = slots.filter((slot) => slot.isRunning && !slot.isAgain).length;
		for (; running < this.#options.workers; running++) {
			const mills = [...this.#queue.mills()].filter((mill) => !this.#restraint.isHeld(mill));
			const call = this.#queue.take(
				(mill) =>
					mills.includes(mill) &&
					this.#mayRun(mill, mills.length > 1) &&
					this.#findFree(mill) !== undefined &&
					!this.#gathers(mill),
			);
			const slot = call && this.#findFree(call.mill);
			if (!slot) break;
			this.#fill(slot, call);
		}
		for (const slot of slots) this.#sendAhead(slot);
		// No free worker has loaded the mill whose turn is next.
		const [next] = this.#queue.mills();
		if (next !== undefined && running < this.#options.workers) this.#workers.loadNext(next);
	}

	/** While long calls of other mills have all workers, a mill gets a spare: its calls may be quick, and its callers waiting. */
	#giveSpares(): void {
		const running = [...this.#workers.slots].filter((slot) => slot.isRunning && !slot.isAgain);
		if (running.length < this.#options.workers) return;
		const isOut = (mill: string) =>
			running.every((slot) => slot.mill !== mill) &&
			this.#findFree(mill) !== undefined &&
			this.#mayRun(mill, false) &&
			!this.#gathers(mill) &&
			!this.#restraint.isHeld(mill);
		const left = Math.max(...running.map(({ since }) => since)) + LOCKED_OUT_MS - this.#clock.now();
		if (left > 0) {
			if (!this.#lockedOut && [...this.#queue.mills()].some(isOut))
				this.#lockedOut = this.#clock.setTimeout(() => {
					this.#lockedOut = undefined;
					this.dispatch();
				}, left);
			return;
		}
		for (;;) {
			const call = this.#queue.take(isOut);
			const slot = call && this.#findFree(call.mill);
			if (!slot) return;
			this.#fill(slot, call);
			running.push(slot);
		}
	}

	/** Calls whose mill is not suspect any more wait as others do. */
	#acquit(): void {
		for (const mill of [...this.#again.mills()]) {
			if (this.#losses.isSuspect(mill)) continue;
			const calls = [...this.#again.line(mill)];
			for (const call of calls) this.#again.remove(call);
			this.#queue.addFirst(calls);
		}
	}

	/** Gives the spare a call of each mill that has killed a worker, beyond the number of workers that may run. */
	#tryAgain(): void {
		for (const mill of [...this.#again.mills()]) {
			const call = this.#again.first(mill);
			const slot = this.#restraint.mayTryAgain(mill) && this.#mayRun(mill, false) && this.#findFree(mill);
			if (!call || !slot) continue;
			this.#again.remove(call);
			this.#losses.triesAgain(mill);
			this.#fill(slot, call);
			slot.isAgain = true;
		}
	}

	/** The oldest free worker that a mill may have. One that is not suspect need not wait until a younger one has started. */
	#findFree(mill: string): WorkerSlot | undefined {
		const kept = this.#restraint.keptFrom(mill);
		let able = 0;
		let oldest: WorkerSlot | undefined;
		for (const slot of this.#workers.slots) {
			if (slot.isFree && slot.process.loaded.has(mill)) {
				if (able >= kept) return slot;
				oldest ??= slot;
			}
			if (slot.isAble) able++;
		}
		return able > kept || this.#losses.isSuspect(mill) ? undefined : oldest;
	}

	/** Whether one more worker may run a mill. While another mill waits, no mill has all workers: quick calls pass a flood of slow ones. */
	#mayRun(mill: string, othersWait: boolean): boolean {
		const { workers, concurrency } = this.#options;
		let running = 0;
		for (const slot of this.#workers.slots) if (slot.isRunning && slot.mill === mill) running++;
		const most = othersWait ? Math.max(1, workers - 1) : Number.POSITIVE_INFINITY;
		return running < Math.min(most, concurrency?.(mill) ?? Number.POSITIVE_INFINITY);
	}

	/** Whether the waiting calls of a mill wait for company. One that runs alone does not, nor do those that are enough for a batch. */
	#gathers(mill: string): boolean {
		const gathering = this.#gatherings.get(mill);
		const first = gathering && this.#queue.first(mill);
		const pace = this.#paces.get(mill);
		if (!first || first.isAlone || !pace?.batch) return false;
		if (this.#queue.count(mill) < this.#sizeFor(mill, pace, true).calls) return gathering.holds();
		gathering.stop();
		return false;
	}

	/** The size of the next window. If `all` is set, all callers that are expected have a part of it. */
	#sizeFor(mill: string, pace: Pace, all = false): WindowSize & BatchSize {
		const { workers } = this.#options;
		let present = this.#queue.count(mill);
		for (const slot of this.#workers.slots)
			if (slot.isRunning && slot.mill === mill) present += slot.window.length;
		if (!pace.batch) return { ...windowSize(present, workers, pace.micros), isDivided: false };
		const expected = pace.turnaround.expected(this.#clock.now());
		const here = all ? present + expected : present;
		const size = batchSize(pace.batch, { present: here, expected: present + expected - here }, workers, pace);
		return { ...size, bytes: pace.batch.maxBytes };
	}

	/** Gives an idle worker a window that begins with this call. */
	#fill(slot: WorkerSlot, first: PendingCall): void {
		const pace = this.#paces.get(first.mill) as Pace;
		first.sending = undefined;
		slot.window = [first];
		slot.isAgain = false;
		// At a breakpoint, or behind a mill that is being loaded, a row would seem slow.
		const isSlow = this.#options.inspect || this.#workers.isLoading(slot);
		// If its worker dies, all calls of a row run again.
		const mayBeRow = !first.isAlone && !isSlow && !this.#losses.isSuspect(first.mill);
		const isRow = mayBeRow && !pace.batch && isQuick(pace.micros);
		const isBatch = !first.isAlone && pace.batch !== undefined;
		const most = isRow || isBatch ? this.#sizeFor(first.mill, pace) : { calls: 1, bytes: 0 };
		slot.window = this.#taken(first, most, isRow);
		slot.since = this.#clock.now();
		this.#sendTogether(slot, slot.window, isRow);
	}

	/** Takes a call, and those that go with it, out of the queue. */
	#taken(first: PendingCall, most: WindowSize, inOrder: boolean): PendingCall[] {
		const calls = [first];
		let { bytes } = first;
		for (const other of most.calls > 1 ? this.#queue.line(first.mill) : []) {
			if (calls.length >= most.calls) break;
			if (other === first) continue;
			const fits = !other.isAlone && other.company === first.company && bytes + other.bytes <= most.bytes;
			// The calls of a row do not overtake one that does not fit.
			if (!fits && inOrder) break;
			if (!fits) continue;
			bytes += other.bytes;
			calls.push(other);
		}
		for (const call of calls) this.#queue.remove(call);
		return calls;
	}

	#sendTogether(slot: WorkerSlot, calls: readonly PendingCall[], isRow: boolean): void {
		const [{ mill, task }] = calls as [PendingCall];
		if (this.#paces.get(mill)?.batch && "body" in task)
			this.#options.onEvent({ type: "batch", mill, size: calls.length });
		this.#send(slot, calls, isRow ? "row" : calls.length > 1 ? "batch" : "single");
	}

	/**
	 * Sends a busy worker its next call or batch, so that it is not idle while its answers go to the server. Other mills do not wait for
	 * it.
	 */
	#sendAhead(slot: WorkerSlot): void {
		const [first] = slot.window;
		const [mill] = this.#queue.mills();
		if (!first || mill !== first.mill || this.#queue.size > 1 || !slot.isHealthy) return;
		// It would be lost with the one before.
		if (this.#losses.isSuspect(mill)) return;
		const next = this.#queue.first(mill);
		if (!next || first.isAlone || next.isAlone || slot.sending.mode === "row") return;
		if (slot.window.at(-1)?.sending !== first.sending) return;
		const pace = this.#paces.get(mill) as Pace;
		const most = this.#sizeFor(mill, pace);
		const isNeeded = pace.batch
			? this.#isBatchReady(mill, pace, most)
			: most.calls > 1 && !isQuick(pace.micros) && first.bytes + next.bytes <= most.bytes;
		if (!isNeeded) return;
		const calls = this.#taken(next, pace.batch ? most : { calls: 1, bytes: 0 }, false);
		slot.window.push(...calls);
		this.#sendTogether(slot, calls, false);
	}

	/**
	 * Whether a batch can go to a worker that computes another one. If it is not full, it may still grow: it goes if calls are divided so
	 * that one batch is computed while the callers of the other are on their way, and nobody else is expected. After a failure, the one
	 * before shows first whether it succeeds.
	 */
	#isBatchReady(mill: string, pace: Pace, { calls, isDivided }: BatchSize): boolean {
		const { batch, growth, turnaround } = pace;
		const waiting = this.#queue.count(mill);
		const time = growth.at(calls);
		if (!batch || pace.isNarrowed || time === undefined || time >= AHEAD) return false;
		if (!isDivided) return calls >= mostCalls(batch) && waiting >= calls;
		return waiting >= calls || (waiting >= calls / 2 && turnaround.expected(this.#clock.now()) === 0);
	}
}
