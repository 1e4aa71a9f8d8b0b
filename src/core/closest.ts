/** The known word that a mistyped one most likely meant; undefined where none is near. */
export function closest(word: string, known: readonly string[]): string | undefined {
	if (word.length > 64) return undefined;
	let best: string | undefined;
	let least = Math.max(1, Math.floor(word.length / 3)) + 1;
	for (const candidate of known) {
		const d = distance(word, candidate);
		if (d < least) [best, least] = [candidate, d];
	}
	return best;
}

/** Levenshtein's distance, one row at a time. */
function distance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, j) => j);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row[b.length] ?? 0;
}
