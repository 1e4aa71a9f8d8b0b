/**
 * The known word closest to a mistyped one; undefined if none is similar. Of equally close ones, the one with
 * all the typed letters wins, since a letter left out is the commonest typing error.
 */
export function closest(word: string, known: readonly string[]): string | undefined {
	if (word.length > 64) return undefined;
	let best: string | undefined;
	let least = Math.max(1, Math.floor(word.length / 3)) + 1;
	for (const candidate of known) {
		const d = distance(word, candidate);
		const better = d === least && best !== undefined && !holds(best, word) && holds(candidate, word);
		if (d < least || better) [best, least] = [candidate, d];
	}
	return best;
}

/** The end of a message about an unknown name: which known one it resembles, else `otherwise`. */
export function didYouMean(word: string, known: readonly string[], otherwise = ""): string {
	const hint = closest(word, known);
	return hint === undefined ? otherwise : ` Did you mean "${hint}"?`;
}

/** Whether the letters of a word occur in another one, in their order. */
function holds(long: string, short: string): boolean {
	let at = 0;
	for (const letter of long) if (letter === short[at]) at++;
	return at === short.length;
}

/** Edit distance: the number of missing, added, replaced or swapped letters. */
function distance(a: string, b: string): number {
	const at = (row: readonly number[], j: number) => row[j] ?? Number.POSITIVE_INFINITY;
	let before: number[] = [];
	let row = Array.from({ length: b.length + 1 }, (_, j) => j);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const replaced = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
			const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(before, j - 2) + 1 : replaced;
			next.push(Math.min(replaced, swapped, at(row, j) + 1, at(next, j - 1) + 1));
		}
		[before, row] = [row, next];
	}
	return at(row, b.length);
}
