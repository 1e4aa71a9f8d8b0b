/** Counts values by upper bound. */
export class Histogram {
	readonly bounds: readonly number[];
	/** One for each bound, and one for values above all of them; not cumulative. */
	readonly counts: Float64Array;
	sum = 0;

	constructor(bounds: readonly number[]) {
		this.bounds = bounds;
		this.counts = new Float64Array(bounds.length + 1);
	}

	observe(value: number): void {
		const { bounds, counts } = this;
		let at = 0;
		// With fewer than twenty bounds and mostly small values, this is faster than a binary search.
		while (at < bounds.length && value > (bounds[at] as number)) at++;
		counts[at] = (counts[at] as number) + 1;
		this.sum += value;
	}
}

/** From the cost of a call on the loop to the longest deadline that is likely, in seconds. */
export const DURATIONS: readonly number[] = [
	0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];

/** The number of calls in a batch. */
export const CALLS: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128];

/** From a short text to the largest picture, in bytes. */
export const SIZES: readonly number[] = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((power) => 4 ** power);
