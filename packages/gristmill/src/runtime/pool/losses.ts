import type { Clock } from "../../core/clock.js";

/** What a mill may lose at once: this, or twice the number of workers. What it may lose beyond that is as much again. */
const LEAST_ALLOWED = 4;
/** With less than this part of it left, the mill is suspect. */
const SUSPECT = 0.75;
/** How much of it comes back in each second, for each worker: a quarter of what the workers can do. */
const BACK_PER_SECOND = 0.25;

interface Account {
	left: number;
	at: number;
}

/**
 * What the calls of each mill have cost in workers. A lost worker costs one, for the start of another, and one for each second for
 * which the lost calls occupied it. A mill that loses much gets a smaller share of the workers, and then only one from time to time.
 */
export class Losses {
	readonly #clock: Clock;
	readonly #workers: number;
	readonly #most: number;
	readonly #accounts = new Map<string, Account>();

	constructor(clock: Clock, workers: number) {
		this.#clock = clock;
		this.#workers = workers;
		this.#most = Math.max(LEAST_ALLOWED, 2 * workers);
	}

	/** A mill has lost a worker that its calls occupied for this time. */
	add(mill: string, milliseconds: number): void {
		const left = Math.max(-this.#most, this.#left(mill) - 1 - milliseconds / 1_000);
		this.#accounts.set(mill, { left, at: this.#clock.now() });
	}

	/** Whether a mill has lost many workers lately. */
	isSuspect(mill: string): boolean {
		return this.#left(mill) < SUSPECT * this.#most;
	}

	/** How long a mill must wait before its next call may begin, in milliseconds; longer for one that has killed a worker already. */
	pause(mill: string, isAgain: boolean): number {
		const least = isAgain ? 1 : 1 - this.#most;
		const missing = least - this.#left(mill);
		return missing <= 0 ? 0 : Math.ceil((missing * 1_000) / (BACK_PER_SECOND * this.#workers));
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
