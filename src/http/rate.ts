/** How often one caller may call. */
export interface Rate {
	/** Milliseconds after which one more call is free. */
	readonly interval: number;
	/** So many calls at once, after a pause. */
	readonly burst: number;
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };

/** Reads "100/s", "600/min" or "5000/h"; a RangeError where it is something else. */
export function parseRate(text: string, burst?: number): Rate {
	const [, digits, unit = ""] = /^(\d{1,7})\/(s|min|h)$/.exec(text) ?? [];
	const count = Number(digits);
	if (!(count > 0))
		throw new RangeError(`Give the rate as calls in a time, such as 100/s, 600/min or 5000/h: "${text}".`);
	return { interval: (UNITS[unit] ?? 1_000) / count, burst: burst ?? count };
}

/** What came of one question: whether the call may be made, and how things stand behind it. */
export interface Charge {
	readonly allowed: boolean;
	/** Calls that could be made right now. */
	readonly remaining: number;
	/** Milliseconds until one more call is free; 0 where one is. */
	readonly wait: number;
	/** Milliseconds until the whole burst is free again. */
	readonly full: number;
}

/** Twelve bytes of an address and a number each: some 20 MB. */
const MOST_CALLERS = 100_000;

/**
 * A bucket of calls for each caller, in the form of one number: the moment at which the caller's bucket is full again
 * (the generic cell rate algorithm). So nothing has to be refilled, and a caller whose moment has passed need not be
 * remembered. Who has been away longest is forgotten first when there are too many, so memory is bounded.
 */
export class Buckets {
	readonly #rate: Rate;
	readonly #most: number;
	/** In the order in which they called last. */
	readonly #fullAt = new Map<string, number>();

	constructor(rate: Rate, most = MOST_CALLERS) {
		this.#rate = rate;
		this.#most = most;
	}

	/** How many callers are remembered. */
	get size(): number {
		return this.#fullAt.size;
	}

	/** Takes one call out of a caller's bucket; one that is refused costs nothing. `now` is in milliseconds. */
	take(caller: string, now: number): Charge {
		const { interval, burst } = this.#rate;
		const capacity = interval * burst;
		const before = Math.max(now, this.#fullAt.get(caller) ?? now);
		const after = before + interval;
		// Sums of fractions: a thousandth of a call more or less is no reason to refuse.
		const allowed = after - now <= capacity + interval / 1_000;
		const fullAt = allowed ? after : before;
		this.#fullAt.delete(caller);
		this.#fullAt.set(caller, fullAt);
		this.#forget(now);
		const room = capacity - (fullAt - now);
		return {
			allowed,
			remaining: Math.max(0, Math.floor(room / interval + 1e-3)),
			wait: Math.max(0, interval - room),
			full: fullAt - now,
		};
	}

	/** Two steps for each call: those that are full again go, and the oldest while there are too many. */
	#forget(now: number): void {
		for (let i = 0; i < 2; i++) {
			const oldest = this.#fullAt.entries().next().value;
			if (oldest && (oldest[1] <= now || this.#fullAt.size > this.#most)) this.#fullAt.delete(oldest[0]);
			else return;
		}
	}
}
