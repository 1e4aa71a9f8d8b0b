/** How many completed calls a measurement takes at least: fewer say more about chance than about the server. */
const FEWEST = 8;
/** By how much the throughput must grow for a higher limit to be worth it. */
const WORTH = 1.05;
/** After so many measurements without gain a little more is tried again: servers grow, too. */
const CURIOUS = 8;

/**
 * How many calls to keep in flight: climbs while that brings more answers per second, steps back when it does not,
 * and halves when the server says that it is too much. Latency alone would not do: inputs differ in size.
 */
export class AdaptiveLimit {
	readonly #most: number;
	readonly #now: () => number;
	#limit: number;
	/** Doubles until the first setback, then goes up one by one. */
	#doubling = true;
	/** The best throughput so far and the limit that gave it. */
	#best = { rate: 0, limit: 1 };
	#flat = 0;
	#done = 0;
	#since: number;

	constructor(most: number, now: () => number = () => performance.now(), first = 2) {
		this.#most = Math.max(1, most);
		this.#now = now;
		this.#limit = Math.min(first, this.#most);
		this.#since = now();
	}

	get limit(): number {
		return this.#limit;
	}

	/** A call was answered while `inFlight` others ran; a limit that is not used up cannot be judged. */
	answered(inFlight: number): void {
		if (inFlight < this.#limit / 2) {
			this.#restart();
			return;
		}
		this.#done++;
		if (this.#done < Math.max(FEWEST, 2 * this.#limit)) return;
		const rate = this.#done / Math.max(0.001, this.#now() - this.#since);
		this.#restart();
		if (rate > this.#best.rate * WORTH) {
			this.#best = { rate, limit: this.#limit };
			this.#flat = 0;
			this.#limit = Math.min(this.#most, this.#doubling ? this.#limit * 2 : this.#limit + 1);
			return;
		}
		this.#doubling = false;
		this.#flat++;
		if (this.#limit > this.#best.limit) this.#limit = this.#best.limit;
		else if (this.#flat % CURIOUS === 0) {
			// What was best may be long ago: measure it afresh, and try one more.
			this.#best = { rate, limit: this.#limit };
			this.#limit = Math.min(this.#most, this.#limit + 1);
		}
	}

	/** The server said that it is too much, or did not answer at all. */
	pushedBack(): void {
		this.#doubling = false;
		this.#limit = Math.max(1, Math.floor(this.#limit / 2));
		this.#best = { rate: 0, limit: this.#limit };
		this.#restart();
	}

	#restart(): void {
		this.#done = 0;
		this.#since = this.#now();
	}
}
