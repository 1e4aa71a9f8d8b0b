import type { Parameters } from "../core/mill.js";

/** How strongly the latest call counts: a dearer one a little, a cheaper one more, so that a hiccup is soon forgotten. */
const DEARER = 0.2;
const CHEAPER = 0.5;

/** So many choices of parameters are told apart; what comes later is of unknown cost. */
const MOST_CHOICES = 100;

/** What calls of a mill cost: a parameter may make a call a thousand times as dear. */
export class Costs {
	readonly #byChoice = new Map<string, Cost>();

	/** The estimate for calls with these parameters. */
	of(parameters: Parameters): Cost {
		let choice = "";
		for (const name in parameters) choice += `${name}=${parameters[name]}&`;
		const known = this.#byChoice.get(choice);
		if (known) return known;
		const cost = new Cost();
		if (this.#byChoice.size < MOST_CHOICES) this.#byChoice.set(choice, cost);
		return cost;
	}
}

/** A running estimate of what like calls cost, in microseconds, by the size of their input. */
export class Cost {
	/** By the number of binary digits of the size: sizes within a factor of two share an estimate. */
	readonly #buckets: (number | undefined)[] = [];

	observe(bytes: number, micros: number): void {
		const bucket = bucketOf(bytes);
		this.#buckets[bucket] = blend(this.#buckets[bucket], micros);
	}

	/** What a call of this size will cost; undefined where none was seen. */
	estimate(bytes: number): number | undefined {
		return this.#buckets[bucketOf(bytes)];
	}
}

function bucketOf(bytes: number): number {
	return 32 - Math.clz32(bytes);
}

function blend(before: number | undefined, now: number): number {
	// A surprise counts whole and at once: what was cheap and suddenly is not must leave the loop.
	if (before === undefined || now > before * 10) return now;
	return before + (now > before ? DEARER : CHEAPER) * (now - before);
}
