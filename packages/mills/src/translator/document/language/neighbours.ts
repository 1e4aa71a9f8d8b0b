import type { Language } from "../pair.js";
import { TABLES } from "./tables.js";

const NAMES = TABLES.neighbours.languages.split(" ");
const words = read(TABLES.neighbours.words);
const trigrams = read(TABLES.neighbours.trigrams);
/** Trigrams overlap, so each counts less than a word. */
const TRIGRAM_WEIGHT = 0.4;
/** No word alone decides: it may be a name or a quotation. */
const MOST = 6;

/**
 * How much better the words fit another language of the table than a supported one, in nats. Negative if they fit none
 * better.
 */
export function foreignness(found: readonly string[], language: Language): number {
	const place = NAMES.indexOf(language);
	const sums = new Array<number>(NAMES.length).fill(0);
	for (const word of found) {
		const evidence = evidenceOf(word);
		const own = evidence[place] as number;
		for (let i = 0; i < sums.length; i++)
			sums[i] = (sums[i] as number) + Math.max(-MOST, Math.min(MOST, (evidence[i] as number) - own));
	}
	const others = sums.filter((_, i) => NAMES[i] !== "en" && NAMES[i] !== "es");
	return Math.max(...others);
}

/** The logarithm of the probability of a word in each language, up to a constant. */
function evidenceOf(word: string): number[] {
	const known = words.get(word);
	if (known !== undefined) return known;
	const sums = new Array<number>(NAMES.length).fill(0);
	const padded = `_${word}_`;
	for (let at = 0; at + 3 <= padded.length && at < 40; at++) {
		const levels = trigrams.get(padded.slice(at, at + 3));
		if (levels !== undefined)
			for (let i = 0; i < sums.length; i++)
				sums[i] = (sums[i] as number) + TRIGRAM_WEIGHT * (levels[i] as number);
	}
	return sums;
}

function read(table: string): ReadonlyMap<string, number[]> {
	return new Map(
		table.split(" ").map((entry) => {
			const key = entry.slice(0, -NAMES.length);
			return [key, Array.from(entry.slice(-NAMES.length), (digit) => -Number.parseInt(digit, 36) / 2)];
		}),
	);
}
