/** A circle has at most so many tokens, is gone round so often, and is so long altogether before it counts. */
const LONGEST_CIRCLE = 16;
const ROUNDS = 4;
const LEAST_TOKENS = 12;

/**
 * How many tokens at the end are one circle gone round again and again, the first round not counted; 0 where there is
 * none. A model that has lost its way repeats itself until it is stopped.
 */
export function loopLength(ids: readonly number[]): number {
	for (let circle = 1; circle <= LONGEST_CIRCLE; circle++) {
		const needed = Math.max(ROUNDS * circle, LEAST_TOKENS);
		if (needed > ids.length) continue;
		let same = 0;
		while (same + circle < ids.length && ids[ids.length - 1 - same] === ids[ids.length - 1 - same - circle])
			same++;
		if (same + circle >= needed) return same;
	}
	return 0;
}
