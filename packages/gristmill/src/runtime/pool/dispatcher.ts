import type { Clock } from "../../core/clock.js";
import type { Mill } from "../../core/definition/mill.js";
import { Gathering } from "./gathering.js";
import type { Losses } from "./losses.js";
import type { PendingCall, WorkerSlot } from "./pending-call.js";
import type { PoolOptions } from "./pool-options.js";
import { FairQueue } from "./queue.js";
import { Restraint } from "./restraint.js";
import { isQuick, mostCalls, Pace, windowSize } from "./window.js";
import type { Workers } from "./workers.js";

/** Decides which waiting calls which worker gets next, and when. */
export class Dispatcher {
	readonly #options: PoolOptions;
	readonly #clock: Clock;
	readonly #workers: Workers;
	readonly #losses: Losses;
	readonly #send: (slot: WorkerSlot, calls: readonly PendingCall[]) => void;
	readonly #paces = new Map<string, Pace>();
	/** For the mills whose calls may wait for company. */
	readonly #gatherings = new Map<string, Gathering>();
	readonly #queue = new FairQueue<PendingCall>();
	/** The calls of suspect mills that have killed a worker. They run in the spare. */
	readonly #again = new FairQueue<PendingCall>();
	readonly #restraint: Restraint;
	/** Set while a dispatch waits for what has arrived. */
	#reading: NodeJS.Immediate | undefined;
	#isStopped = false;

	/** `send` is called with calls that were added to the window of a worker. */
	constructor(
		mills: Iterable<Mill>,
		options: PoolOptions,
		clock: Clock,
		workers: Workers,
		losses: Losses,
		send: (slot: WorkerSlot, calls: readonly PendingCall[]) => void,
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

	/** A call that other calls may wait for was answered. */
	answered(mill: string): void {
		this.#gatherings.get(mill)?.answered();
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
		if (call.company !== undefined) this.#gatherings.get(call.mill)?.arrived();
		this.#restraint.called(call.mill);
		if (this.#isForSpare(call)) this.#again.add(call);
		else this.#queue.add(call);
		this.dispatchFor(call.mill);
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
		if (!this.#again.isEmpty()) this.#acquit();
		if (!this.#queue.isEmpty()) this.#giveTurns();
		if (!this.#again.isEmpty()) this.#tryAgain();
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
		const next = this.#queue.nextMill();
		if (next !== undefined && running < this.#options.workers) this.#workers.loadNext(next);
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

	#findFree(mill: string): WorkerSlot | undefined {
		for (const slot of this.#workers.slots) if (slot.isFree && slot.process.loaded.has(mill)) return slot;
		return undefined;
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
		slot.isAgain = false;
		// At a breakpoint, or behind a mill that is being loaded, a row would seem slow.
		const isSlow = this.#options.inspect || this.#workers.isLoading(slot);
		// If its worker dies, all calls of a row run again.
		const mayBeRow = !first.isAlone && !isSlow && !this.#losses.isSuspect(first.mill);
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
		// It would be lost with the one before.
		if (this.#losses.isSuspect(mill)) return;
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
}
