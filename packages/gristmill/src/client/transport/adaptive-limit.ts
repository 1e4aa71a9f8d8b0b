import type { Clock } from "../../core/clock.js";

/** Minimum number of completed calls per measurement. Fewer are mostly noise. */
const FEWEST = 8;
/** Minimum growth of the throughput that justifies a higher limit. */
const WORTH = 1.05;
/** After this many measurements without gain, a higher limit is tried again, because servers can get faster. */
const CURIOUS = 8;

/**
 * How many calls to keep in flight. The limit rises while that gives more answers per second, falls back when it does
 * not, and halves when the server rejects calls. Latency is no measure, because inputs differ in size.
 */
export class AdaptiveLimit {
	readonly #most: number;
	readonly #clock: Clock;
	#limit: number;
	/** The limit doubles until the first setback, then grows by one. */
	#doubling = true;
	/** The best throughput so far and the limit that gave it. */
	#best = { rate: 0, limit: 1 };
	#flat = 0;
	#done = 0;
	#since: number;

	constructor(most: number, clock: Clock, first = 2) {
		this.#most = Math.max(1, most);
		this.#clock = clock;
		this.#limit = Math.min(first, this.#most);
		this.#since = clock.now();
	}

	get limit(): number {
		return this.#limit;
	}

	/** Reports an answered call. It does not count if `inFlight` is far below the limit. */
	answered(inFlight: number): void {
		if (inFlight < this.#limit / 2) {
			this.#restart();
			return;
		}
		this.#done++;
		if (this.#done < Math.max(FEWEST, 2 * this.#limit)) return;
		const rate = this.#done / Math.max(0.001, this.#clock.now() - this.#since);
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
			// The best rate may be outdated: measure it again, and try one more call.
			this.#best = { rate, limit: this.#limit };
			this.#limit = Math.min(this.#most, this.#limit + 1);
		}
	}

	/** Reports that the server rejected a call as too many, or did not answer. */
	pushedBack(): void {
		this.#doubling = false;
		this.#limit = Math.max(1, Math.floor(this.#limit / 2));
		this.#best = { rate: 0, limit: this.#limit };
		this.#restart();
	}

	#restart(): void {
		this.#done = 0;
		this.#since = this.#clock.now();
	}
}
