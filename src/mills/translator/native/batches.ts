/** A step for 16 takes a third longer than one for 8; one for 24 is no quicker per sentence, and takes more memory. */
const MOST = 16;
/** Tokens of a batch, padding included: what a step computes in between grows with them, and a worker should stay small. */
const MOST_TOKENS = 256;
/** Padding is computed for nothing: the shortest of a batch has at least this part of the longest's tokens. */
const ALIKE = 0.5;
const SLACK = 4;

/** Sentences in batches of like length, as lists of their places. The same sentences make the same batches. */
export function batchesOf(lengths: readonly number[]): number[][] {
	const order = lengths
		.map((_, i) => i)
		.sort((a, b) => (lengths[a] as number) - (lengths[b] as number) || a - b);
	const batches: number[][] = [];
	let shortest = 0;
	for (const place of order) {
		const length = lengths[place] as number;
		const batch = batches.at(-1);
		const fits = batch && batch.length < MOST && (batch.length + 1) * length <= MOST_TOKENS;
		if (fits && shortest >= length * ALIKE - SLACK) batch.push(place);
		else {
			batches.push([place]);
			shortest = length;
		}
	}
	return batches;
}
