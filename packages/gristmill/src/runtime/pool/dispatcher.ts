import type { Clock, Timer } from "../../core/clock.js";
import type { Mill } from "../../core/definition/mill.js";
import { Gathering } from "./gathering.js";
import type { Losses } from "./losses.js";
import type { PendingCall, WorkerSlot } from "./pending-call.js";
import type { PoolOptions } from "./pool-options.js";
import { FairQueue } from "./queue.js";
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
	/** Set while a dispatch waits for what has arrived. */
	#reading: NodeJS.Immediate | undefined;
	/** Rings when a mill that lost too many workers may have another one. */
	#pause: Timer;
	#pausedUntil = Number.POSITIVE_INFINITY;
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
		return this.#queue.count(mill);
	}

	/** The mills with calls that no worker has. */
	mills(): Set<string> {
		return new Set(this.#queue.mills());
	}

	/** A new call waits for a worker. */
	add(call: PendingCall): void {
		if (call.company !== undefined) this.#gatherings.get(call.mill)?.arrived();
		this.#queue.add(call);
		this.dispatchFor(call.mill);
	}

	/** Calls of one mill wait again, before all others of it. */
	addFirst(calls: readonly PendingCall[]): void {
		this.#queue.addFirst(calls);
	}

	/** Removes a call that waits; false if it does not. */
	remove(call: PendingCall): boolean {
		return this.#queue.remove(call);
	}

	/** Takes any waiting call of such a mill. */
	take(which: (mill: string) => boolean): PendingCall | undefined {
		return this.#queue.take(which);
	}

	/** Gives no worker anything more. */
	stop(): void {
		this.#isStopped = true;
		this.#clock.clearTimeout(this.#pause);
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
		if (this.#isStopped || this.#queue.isEmpty()) return;
		const slots = [...this.#workers.slots];
		const findFree = (mill: string) => slots.find((slot) => slot.isFree && slot.process.loaded.has(mill));
		let running = slots.filter((slot) => slot.isRunning).length;
		for (; running < this.#options.workers; running++) {
			const mills = [...this.#queue.mills()].filter((mill) => !this.#isHeld(mill));
			const call = this.#queue.take(
				(mill) =>
					mills.includes(mill) &&
					this.#mayRun(mill, mills.length > 1) &&
					findFree(mill) !== undefined &&
					!this.#gathers(mill),
				(one) => !one.isDoubted || this.#mayRunAgain(one.mill),
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

	/**
	 * Whether a mill that has lost many workers waits: it may use a part of the workers, only while the others would be left if all that
	 * run such mills died, and only one from time to time if it still loses as many.
	 */
	#isHeld(mill: string): boolean {
		if (!this.#losses.isSuspect(mill)) return false;
		if (this.#isPaused(mill, false)) return true;
		if (this.#paces.size === 1) return false;
		const { workers, spares = 1 } = this.#options;
		const share = Math.max(1, Math.floor(workers / 2));
		const kept = Math.min(Math.max(1, workers - share), workers + spares - 1);
		let running = 0;
		for (const slot of this.#workers.slots)
			if (slot.isRunning && this.#losses.isSuspect(slot.mill)) running++;
		return running >= share || this.#able - running <= kept;
	}

	/** Whether a call that has killed a worker may run again. If many have, it is the spare that may die. */
	#mayRunAgain(mill: string): boolean {
		if (!this.#losses.isSuspect(mill)) return true;
		const { workers, spares = 1 } = this.#options;
		return (
			!this.#isPaused(mill, true) &&
			!this.#isHeld(mill) &&
			this.#able >= Math.min(workers + 1, workers + spares)
		);
	}

	/** The number of workers that can run calls. */
	get #able(): number {
		let able = 0;
		for (const { isHealthy, process } of this.#workers.slots)
			if (isHealthy && process.loaded.size > 0) able++;
		return able;
	}

	#isPaused(mill: string, isAgain: boolean): boolean {
		const pause = this.#losses.pause(mill, isAgain);
		if (pause === 0) return false;
		const until = this.#clock.now() + pause;
		if (until < this.#pausedUntil) {
			this.#clock.clearTimeout(this.#pause);
			this.#pausedUntil = until;
			this.#pause = this.#clock.setTimeout(() => {
				this.#pausedUntil = Number.POSITIVE_INFINITY;
				this.dispatch();
			}, pause);
		}
		return true;
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
				if (!fits && isRow && !other.isDoubted) break;
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
