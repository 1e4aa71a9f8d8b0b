/** How strongly the latest value counts, and how many times the mean it may at most be taken for. */
const WEIGHT = 0.1;
const CLAMP = 5;

/**
 * A running mean that no single value can move far: one call that was held up must not make a whole queue look
 * hopeless. A lasting change is followed all the same, by up to 40 % with each value.
 */
export class SteadyMean {
	#value: number | undefined;

	observe(value: number): void {
		const before = this.#value;
		if (before === undefined) this.#value = value;
		else this.#value = before + WEIGHT * (Math.min(value, before * CLAMP) - before);
	}

	/** Undefined where nothing was observed. */
	get value(): number | undefined {
		return this.#value;
	}
}
