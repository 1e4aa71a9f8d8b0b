import { findItems, type Item } from "./items.js";
import type { Range } from "./pair.js";

/** Shorter words are articles and the like, which stand everywhere. */
const SHORTEST_SURE = 4;

type Word = Range & { readonly word: string };

/** The words of a text without the marks at their ends; none inside an item, and a number is one word. */
export function wordsOf(text: string): Word[] {
	const items = findItems(text);
	let item = 0;
	return [...text.matchAll(/[^\s\p{P}](?:\S*[^\s\p{P}])?/gu)].flatMap(({ 0: word, index: start }) => {
		const end = start + word.length;
		while (item < items.length && (items[item] as Item).end <= start) item++;
		const over = items[item];
		return over !== undefined && over.start < end ? [] : [{ word: word.toLowerCase(), start, end }];
	});
}

/**
 * Where a text holds words like those of a phrase, in other forms or with one exchanged; nothing where it is not clear.
 *
 * @example similar("Una herramienta rápida y simple", "rápido", 0) // the place of "rápida"
 */
export function similar(text: string, phrase: string, share: number): Range | undefined {
	const wanted = wordsOf(phrase).map(({ word }) => word);
	const words = wordsOf(text);
	const sure = wanted.filter((word) => word.length >= SHORTEST_SURE).length;
	let best: { range: Range; found: number; far: number } | undefined;
	// The phrase is laid over the text word by word: it may begin before the first word that is alike.
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

/** Whether no sentence and no clause ends between the first and the last of some words. */
export function isOneClause(text: string, words: readonly Range[]): boolean {
	return words.every(
		({ end }, index) => !/^["'”’»)\]]?[.:;!?…]/u.test(words[index + 1] ? text.slice(end, end + 2) : ""),
	);
}

/** Whether two words are forms of one: alike but for their ends. */
function isLike(a: string, b: string): boolean {
	const longer = Math.max(a.length, b.length);
	if (Math.min(a.length, b.length) < SHORTEST_SURE) return false;
	let same = 0;
	while (same < longer && a[same] === b[same]) same++;
	return same >= SHORTEST_SURE && same * 3 >= longer * 2;
}
