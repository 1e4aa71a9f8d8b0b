import { BusyMap } from "../../core/busy-map.js";
import type { ParameterValues } from "../../core/parameters.js";

/** The weight of the latest call: less if it was slower, more if it was faster, so that one slow call is soon forgotten. */
const SLOWER = 0.2;
const FASTER = 0.5;

/** The number of combinations of parameters with an estimate of their own. The oldest is forgotten. */
const MOST_CHOICES = 100;

/** What calls of a mill cost. A parameter may make a call a thousand times as expensive. */
export class Costs {
	readonly #byChoice = new BusyMap<string, Cost>();

	/** The estimate for calls with these parameters. */
	of(parameters: ParameterValues): Cost {
		const choice = hasNone(parameters) ? "" : JSON.stringify(parameters);
		const known = this.#byChoice.get(choice);
		if (known) return known;
		const cost = new Cost();
		if (this.#byChoice.size >= MOST_CHOICES)
			for (const oldest of this.#byChoice.keys()) {
				this.#byChoice.delete(oldest);
				break;
			}
		this.#byChoice.set(choice, cost);
		return cost;
	}
}

function hasNone(parameters: ParameterValues): boolean {
	for (const _ in parameters) return false;
	return true;
}

/** A running estimate of the cost of similar calls, in microseconds, by the size of their input. */
export class Cost {
	/** By the number of bits of the size: sizes within a factor of two share an estimate. */
	readonly #buckets: (number | undefined)[] = [];

	observe(bytes: number, micros: number): void {
		const bucket = bucketOf(bytes);
		this.#buckets[bucket] = blend(this.#buckets[bucket], micros);
	}

	/** The expected cost of a call of this size; undefined if there was none yet. */
	estimate(bytes: number): number | undefined {
		return this.#buckets[bucketOf(bytes)];
	}
}

function bucketOf(bytes: number): number {
	return 32 - Math.clz32(bytes);
}

function blend(before: number | undefined, now: number): number {
	// A much slower call replaces the estimate: a mill that was fast and is not any more must leave the event loop.
	if (before === undefined || now > before * 10) return now;
	return before + (now > before ? SLOWER : FASTER) * (now - before);
}

/** The weight of the latest value, and the largest multiple of the mean that a value may count as. */
const MEAN_WEIGHT = 0.1;
const MEAN_CLAMP = 5;

/**
 * A running mean that no single value can move far, so that one delayed call does not make a whole queue look hopeless. It
 * follows a lasting change by up to 40 % with each value.
 */
export class SteadyMean {
	#value: number | undefined;

	observe(value: number): void {
		const before = this.#value;
		if (before === undefined) this.#value = value;
		else this.#value = before + MEAN_WEIGHT * (Math.min(value, before * MEAN_CLAMP) - before);
	}

	/** Undefined if nothing was observed. */
	get value(): number | undefined {
		return this.#value;
	}
}
