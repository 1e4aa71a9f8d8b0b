import type { Clock, Timer } from "../../core/clock.js";
import type { Losses } from "./losses.js";
import type { WorkerSlot } from "./pending-call.js";
import type { PoolOptions } from "./pool-options.js";

/** A mill that had a call in this time may have another one soon, in milliseconds: it must not find all workers taken. */
const LATELY_MS = 1_000;
/** How soon a mill that is held back is looked at again, in milliseconds. */
const LOOK_MS = 250;
/** How often the operator is told that a mill is held back, in milliseconds. */
const TELL_MS = 60_000;

/** Holds back mills whose calls kill workers, so that other mills keep theirs. */
export class Restraint {
	readonly #options: PoolOptions;
	readonly #clock: Clock;
	readonly #slots: ReadonlySet<WorkerSlot>;
	readonly #losses: Losses;
	readonly #look: () => void;
	/** When each mill had its last call. */
	readonly #called = new Map<string, number>();
	/** The mills with calls that were held back since the last look, and when that was told. */
	readonly #held = new Set<string>();
	readonly #told = new Map<string, number>();
	#timer: Timer;

	/** How many workers suspect mills may have, and how many are left to others. */
	readonly #share: number;
	readonly #kept: number;

	/** `look` is called when a mill that is held back may run. */
	constructor(
		options: PoolOptions,
		clock: Clock,
		slots: ReadonlySet<WorkerSlot>,
		losses: Losses,
		look: () => void,
	) {
		this.#options = options;
		this.#clock = clock;
		this.#slots = slots;
		this.#losses = losses;
		this.#look = look;
		const { workers, spares = 1 } = options;
		this.#share = Math.max(1, Math.floor(workers / 2));
		this.#kept = Math.min(Math.max(1, workers - this.#share), workers + spares - 1);
	}

	/** A mill has a new call. */
	called(mill: string): void {
		this.#called.set(mill, this.#clock.now());
	}

	/** A mill has lost a worker that its calls occupied for this time. */
	lost(mill: string, milliseconds: number): void {
		this.#losses.add(mill, milliseconds, this.#areOthersInUse(mill));
	}

	/**
	 * Whether a mill that has lost many workers waits. While other mills are in use, it may have a part of the workers, and only while
	 * the others would be left if all that run such mills died. If it goes on losing as many, it waits whatever the others do.
	 */
	isHeld(mill: string): boolean {
		if (!this.#losses.isSuspect(mill)) return false;
		const isHeld = this.#isPaused(mill) || this.#isTooMany(mill, false);
		if (isHeld) this.#held.add(mill);
		return this.#noted(isHeld);
	}

	/** Whether a call of a suspect mill that has killed a worker may run again: one at a time, and one from time to time. */
	mayTryAgain(mill: string): boolean {
		let may = this.#losses.mayTryAgain(mill) && !this.#isPaused(mill) && !this.#isTooMany(mill, true);
		for (const slot of this.#slots) if (slot.isAgain && slot.mill === mill) may = false;
		return !this.#noted(!may);
	}

	/**
	 * How many of the oldest workers a mill that has lost one may not have: they are for other mills that are in use. A worker that has
	 * just started is slow, because none of its code is compiled, so it is the one that may die.
	 */
	keptFrom(mill: string): number {
		return this.#losses.hasLost(mill) && this.#areOthersInUse(mill) ? this.#kept : 0;
	}

	stop(): void {
		this.#clock.clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	#isPaused(mill: string): boolean {
		return this.#losses.isPaused(mill, this.#areOthersInUse(mill));
	}

	#isTooMany(mill: string, isAgain: boolean): boolean {
		if (!this.#areOthersInUse(mill)) return false;
		let able = 0;
		let first = 0;
		let again = 0;
		for (const slot of this.#slots) {
			if (slot.isAble) able++;
			if (!slot.isRunning || !this.#losses.isSuspect(slot.mill)) continue;
			if (slot.isAgain) again++;
			else first++;
		}
		return (!isAgain && first >= this.#share) || able - first - again <= this.#kept;
	}

	/** Whether mills that have lost few workers are in use. */
	#areOthersInUse(mill: string): boolean {
		const since = this.#clock.now() - LATELY_MS;
		const isOther = (other: string) => other !== mill && !this.#losses.isSuspect(other);
		for (const [other, at] of this.#called) if (at >= since && isOther(other)) return true;
		for (const slot of this.#slots) if (slot.isRunning && isOther(slot.mill)) return true;
		return false;
	}

	#tell(mill: string): void {
		const now = this.#clock.now();
		const isNew = now - (this.#told.get(mill) ?? Number.NEGATIVE_INFINITY) >= TELL_MS;
		if (isNew) this.#told.set(mill, now);
		this.#options.onEvent({ type: "held", mill, milliseconds: LOOK_MS, isNew });
	}

	/** What ends with time is looked at again. */
	#noted(isHeld: boolean): boolean {
		if (isHeld)
			this.#timer ??= this.#clock.setTimeout(() => {
				this.#timer = undefined;
				for (const mill of this.#held) this.#tell(mill);
				this.#held.clear();
				this.#look();
			}, LOOK_MS);
		return isHeld;
	}
}
