/** A loop repeats at most MAX_PERIOD tokens, at least MIN_ROUNDS times, and has at least MIN_TOKENS tokens in total. */
const MAX_PERIOD = 16;
const MIN_ROUNDS = 4;
const MIN_TOKENS = 12;

/**
 * The number of tokens at the end that repeat earlier ones in a loop, without the first round. 0 if there is no loop. A
 * model that gets stuck repeats itself until it is stopped.
 */
export function loopLength(ids: readonly number[]): number {
	for (let period = 1; period <= MAX_PERIOD; period++) {
		const needed = Math.max(MIN_ROUNDS * period, MIN_TOKENS);
		if (needed > ids.length) continue;
		let same = 0;
		while (same + period < ids.length && ids[ids.length - 1 - same] === ids[ids.length - 1 - same - period])
			same++;
		if (same + period >= needed) return same;
	}
	return 0;
}
