const DAY_MS = 86_400_000;
/** A name and two numbers each: about 20 MB. */
const MOST_CALLERS = 100_000;

/**
 * What each caller has used in its day, which begins with its first call and is over after 24 hours. If there are too many callers, the
 * days that began first are forgotten, so memory is bounded.
 */
export class DayBudgets {
	readonly #most: number;
	/** In the order in which they began. */
	readonly #days = new Map<string, { readonly began: number; used: number }>();

	constructor(most = MOST_CALLERS) {
		this.#most = most;
	}

	/** The number of callers with an entry. */
	get size(): number {
		return this.#days.size;
	}

	/**
	 * Adds to what a caller has used, and returns how long it has to wait until it may use more: 0 if it has used less than `most`. All in
	 * milliseconds.
	 */
	spend(caller: string, used: number, most: number, now: number): number {
		this.#forget(now);
		const known = this.#days.get(caller);
		const day = known && now - known.began < DAY_MS ? known : { began: now, used: 0 };
		if (day !== known) {
			this.#days.delete(caller);
			this.#days.set(caller, day);
		}
		day.used += used;
		return day.used < most ? 0 : day.began + DAY_MS - now;
	}

	/** Drops up to two entries per call: days that are over, and the oldest ones while there are too many. */
	#forget(now: number): void {
		for (let i = 0; i < 2; i++) {
			const oldest = this.#days.entries().next().value;
			if (!oldest) return;
			const [caller, { began }] = oldest;
			if (now - began < DAY_MS && this.#days.size < this.#most) return;
			this.#days.delete(caller);
		}
	}
}
