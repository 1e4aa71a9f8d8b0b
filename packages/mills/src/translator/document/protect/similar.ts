import { allMatches } from "../all-matches.js";
import type { Range } from "../pair.js";
import { findItems, type Item } from "./items.js";

/** Shorter words are articles and similar words, which are everywhere. */
const SHORTEST_SURE = 4;

const WORD = /[^\s\p{P}](?:\S*[^\s\p{P}])?/gu;

type Word = Range & { readonly word: string };

/** The words of a text without punctuation at their ends and without items. A number is one word. */
export function wordsOf(text: string): Word[] {
	const items = findItems(text);
	let item = 0;
	return allMatches(text, WORD).flatMap(({ 0: word, index: start }) => {
		const end = start + word.length;
		while (item < items.length && (items[item] as Item).end <= start) item++;
		const over = items[item];
		return over !== undefined && over.start < end ? [] : [{ word: word.toLowerCase(), start, end }];
	});
}

/**
 * Finds words like those of a phrase in a text, in other forms or with one exchanged. Undefined if it is not clear.
 *
 * @example similar("Una herramienta rápida y simple", "rápido", 0) // the place of "rápida"
 */
export function similar(text: string, phrase: string, share: number): Range | undefined {
	const wanted = wordsOf(phrase).map(({ word }) => word);
	const words = wordsOf(text);
	const sure = wanted.filter((word) => word.length >= SHORTEST_SURE).length;
	let best: { range: Range; found: number; far: number } | undefined;
	// The phrase is compared at every word of the text: it may start before the first similar word.
	for (let first = 0; first + wanted.length <= words.length; first++) {
		const laid = words.slice(first, first + wanted.length);
		const found = laid.filter(({ word }, index) => isLike(word, wanted[index] as string)).length;
		if (found === 0 || found * 2 < sure || !isOneClause(text, laid)) continue;
		const range = { start: (laid[0] as Word).start, end: (laid.at(-1) as Word).end };
		const far = Math.abs(range.start / text.length - share);
		if (best === undefined || found > best.found || (found === best.found && far < best.far))
			best = { range, found, far };
	}
	return best?.range;
}

/** Whether no sentence or clause ends between the first and the last word. */
export function isOneClause(text: string, words: readonly Range[]): boolean {
	return words.every(
		({ end }, index) => !/^["'”’»)\]]?[.:;!?…]/u.test(words[index + 1] ? text.slice(end, end + 2) : ""),
	);
}

/** Whether two words are forms of the same word: they differ only at the end. */
function isLike(a: string, b: string): boolean {
	const longer = Math.max(a.length, b.length);
	if (Math.min(a.length, b.length) < SHORTEST_SURE) return false;
	let same = 0;
	while (same < longer && a[same] === b[same]) same++;
	return same >= SHORTEST_SURE && same * 3 >= longer * 2;
}
