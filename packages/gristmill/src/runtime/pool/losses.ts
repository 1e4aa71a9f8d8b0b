import type { Clock } from "../../core/clock.js";

/** A mill that loses this many workers in a short time is suspect. One bad call can cost two, because it is tried twice. */
const SUSPECT_AFTER = 3;
/** What a mill may lose at once: twice this, or twice four for each worker. */
const LEAST_ALLOWED = 4;
const ALLOWED_PER_WORKER = 4;
/** A loss beside other mills takes more from them than its start: a new worker is slow until its code is compiled. */
const COST_BESIDE_OTHERS = 2;
/** What a suspect mill may lose at once while other mills are in use. */
const ALLOWED_BESIDE_OTHERS = 4;
/** How much of it comes back in each second, for each worker: a quarter of what the workers can do. */
const BACK_PER_SECOND = 0.25;
/** What a second try may cost: its own worker, and that of the call that its caller sends next. */
const COST_OF_AGAIN = 2;
/** A worker's share of the time between two second tries, in milliseconds: with what follows each, they lose what comes back. */
const AGAIN_MS = 8_000;

interface Account {
	left: number;
	at: number;
	/** The workers that it has lost since it had lost none. */
	count: number;
	/** When a call of the mill may get its next second try. */
	again: number;
}

/**
 * What the calls of each mill have cost in workers. A lost worker costs one, for the start of another, and one for each second for
 * which the lost calls occupied it. A mill that loses many workers gets a smaller share of them, and then only one from time to time.
 */
export class Losses {
	readonly #clock: Clock;
	readonly #workers: number;
	readonly #most: number;
	readonly #accounts = new Map<string, Account>();

	constructor(clock: Clock, workers: number) {
		this.#clock = clock;
		this.#workers = workers;
		this.#most = Math.max(LEAST_ALLOWED, ALLOWED_PER_WORKER * workers);
	}

	/** A mill has lost a worker that its calls occupied for this time, perhaps while other mills are in use. */
	add(mill: string, milliseconds: number, areOthersInUse = false): void {
		const cost = (areOthersInUse ? COST_BESIDE_OTHERS : 1) + milliseconds / 1_000;
		const left = Math.max(-this.#most, this.#left(mill) - cost);
		const { again = 0, count = 0 } = this.#accounts.get(mill) ?? {};
		this.#accounts.set(mill, { left, at: this.#clock.now(), count: count + 1, again });
	}

	/** Whether a mill has lost any worker lately. */
	hasLost(mill: string): boolean {
		return this.#accounts.size > 0 && this.#left(mill) < this.#most;
	}

	/** Whether a mill has lost many workers lately. */
	isSuspect(mill: string): boolean {
		return this.#accounts.size > 0 && this.#left(mill) <= this.#most - SUSPECT_AFTER;
	}

	/** Whether none of the calls of a mill may begin now, because it has lost too many workers. */
	isPaused(mill: string, areOthersInUse = false): boolean {
		const left = this.#left(mill);
		// One call that hangs is no attack.
		const isOften = (this.#accounts.get(mill)?.count ?? 0) >= SUSPECT_AFTER;
		return (
			(areOthersInUse && isOften && left <= this.#most - ALLOWED_BESIDE_OTHERS) || this.#isOverdrawn(mill, 0)
		);
	}

	/**
	 * Whether a call of a suspect mill that has killed a worker may run again now. What comes back must not all go to second tries: calls
	 * that have killed nothing would wait for ever.
	 */
	mayTryAgain(mill: string): boolean {
		return (
			this.#clock.now() >= (this.#accounts.get(mill)?.again ?? 0) && !this.#isOverdrawn(mill, COST_OF_AGAIN)
		);
	}

	/** Such a call runs again. */
	triesAgain(mill: string): void {
		const account = this.#accounts.get(mill);
		if (account) account.again = this.#clock.now() + AGAIN_MS / this.#workers;
	}

	/** Whether a mill that has lost this many workers more has lost too many. */
	#isOverdrawn(mill: string, more: number): boolean {
		return this.#left(mill) - more < 1 - this.#most;
	}

	#left(mill: string): number {
		const account = this.#accounts.get(mill);
		if (!account) return this.#most;
		const back = ((this.#clock.now() - account.at) / 1_000) * BACK_PER_SECOND * this.#workers;
		if (account.left + back < this.#most) return account.left + back;
		this.#accounts.delete(mill);
		return this.#most;
	}
}
