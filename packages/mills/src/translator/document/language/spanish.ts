import { TABLES } from "./tables.js";

const weights = new Map<string, number>();
for (const [value, keys] of TABLES.spanish) for (const key of keys.split(" ")) weights.set(key, value / 4);
/** No word alone decides: it may be a name or a quotation. */
const MOST = 6;
/** Letters that are looked at in a word. */
const LONGEST = 40;

/**
 * How much better the words fit another language than Spanish, above all Galician, Catalan and Portuguese, in nats. Negative if
 * they fit Spanish better.
 */
export function unlikeSpanish(found: readonly string[]): number {
	let sum = 0;
	let before: string | undefined;
	for (const word of found) {
		const place = before === undefined ? `^_${word}_` : `_${before}_${word}_`;
		sum += Math.max(-MOST, Math.min(MOST, evidenceOf(word))) + (weights.get(place) ?? 0);
		before = word;
	}
	return sum;
}

function evidenceOf(word: string): number {
	const padded = `_${word}_`;
	// A key counts once, even if it occurs twice in the word.
	const keys = new Set([padded]);
	for (let length = 2; length <= 4; length++)
		for (let at = 0; at + length <= padded.length && at < LONGEST; at++)
			keys.add(padded.slice(at, at + length));
	let sum = 0;
	for (const key of keys) sum += weights.get(key) ?? 0;
	return sum;
}
