/** The rate of one caller. */
export interface Rate {
	/** Milliseconds per call. */
	readonly interval: number;
	/** Maximum calls at once, after a pause. */
	readonly burst: number;
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };

/** Reads "100/s", "600/min" or "5000/h"; throws a RangeError for anything else. */
export function parseRate(text: string, burst?: number): Rate {
	const [, digits, unit = ""] = /^(\d{1,7})\/(s|min|h)$/.exec(text) ?? [];
	const count = Number(digits);
	if (!(count > 0))
		throw new RangeError(
			`The rate "${text}" is not a number of calls per time, such as 100/s, 600/min or 5000/h.`,
		);
	return { interval: (UNITS[unit] ?? 1_000) / count, burst: burst ?? count };
}

/** Whether a call is allowed, and the state of the bucket after it. */
export interface Charge {
	readonly allowed: boolean;
	/** Calls that could be made right now. */
	readonly remaining: number;
	/** Milliseconds until the next call is allowed; 0 if one is. */
	readonly wait: number;
	/** Milliseconds until the bucket is full. */
	readonly full: number;
}

/** An address and a number each: about 20 MB. */
const MOST_CALLERS = 100_000;

/**
 * A token bucket for each caller, stored as one number: the time at which the bucket is full again (the generic cell rate
 * algorithm). Nothing has to be refilled, and a caller with a full bucket needs no entry. If there are too many callers, the
 * least recent ones are dropped, so memory is bounded.
 */
export class Buckets {
	readonly #most: number;
	/** Least recent caller first. */
	readonly #fullAt = new Map<string, number>();

	constructor(most = MOST_CALLERS) {
		this.#most = most;
	}

	/** The number of callers with an entry. */
	get size(): number {
		return this.#fullAt.size;
	}

	/** Takes one call from the bucket of a caller with this rate. A refused call costs nothing. `now` is in milliseconds. */
	take(caller: string, { interval, burst }: Rate, now: number): Charge {
		const capacity = interval * burst;
		const before = Math.max(now, this.#fullAt.get(caller) ?? now);
		const after = before + interval;
		// Sums of fractions are inexact: allow a thousandth of a call.
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

	/** Drops up to two entries per call: full buckets, and the oldest ones while there are too many. */
	#forget(now: number): void {
		for (let i = 0; i < 2; i++) {
			const oldest = this.#fullAt.entries().next().value;
			if (oldest && (oldest[1] <= now || this.#fullAt.size > this.#most)) this.#fullAt.delete(oldest[0]);
			else return;
		}
	}
}
