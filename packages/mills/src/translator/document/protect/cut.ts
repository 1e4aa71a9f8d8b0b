import type { Budget, Range } from "../pair.js";
import type { Item } from "./items.js";

// Where a sentence may be split, best first: both parts should make sense alone.
const RANKS: readonly RegExp[] = [/[;…]["'”»)]?$/u, /:["'”»)]?$|[–—]$/u, /,["'”»)]?$/u];
const CONJUNCTION =
	/^(?:and|or|but|because|which|who|that|when|while|where|if|although|so|y|e|o|u|pero|porque|que|cuando|mientras|donde|si|aunque|sino|como)$/iu;

/**
 * Splits a sentence into ranges that fit the budget, at a semicolon, a colon, a comma, a conjunction, else a space.
 *
 * Items are never split. A word that is too long is split between characters.
 */
export function cut(text: string, items: readonly Item[], { measure, longest }: Budget): Range[] {
	if (text.length <= longest || measure(text) <= longest) return [{ start: 0, end: text.length }];
	const words = splitWords(text, items, longest);
	const costs = words.map(({ start, end }) => measure(text.slice(start, end)));
	const ranges: Range[] = [];
	for (let first = 0; first < words.length; ) {
		let last = first;
		let cost = costs[first] as number;
		while (last + 1 < words.length && cost + (costs[last + 1] as number) <= longest)
			cost += costs[++last] as number;
		if (last + 1 < words.length) last = bestCut(text, words, first, last);
		ranges.push({ start: (words[first] as Range).start, end: (words[last] as Range).end });
		first = last + 1;
	}
	return ranges;
}

/** The last word before the split: the best mark in the last two thirds, so that no part is tiny. */
function bestCut(text: string, words: readonly Range[], first: number, last: number): number {
	const least = first + Math.floor((last - first) / 3);
	const word = (index: number) => text.slice((words[index] as Range).start, (words[index] as Range).end);
	for (const rank of RANKS) for (let at = last; at >= least; at--) if (rank.test(word(at))) return at;
	for (let at = last; at > least; at--) if (CONJUNCTION.test(word(at + 1))) return at;
	return last;
}

function splitWords(text: string, items: readonly Item[], longest: number): Range[] {
	const words: Range[] = [];
	let item = 0;
	for (const match of text.matchAll(/\S+/g)) {
		const start = match.index;
		const end = start + match[0].length;
		const last = words.at(-1);
		while (item < items.length && (items[item] as Item).end <= start) item++;
		const over = items[item];
		// White space inside an item: this word belongs to the previous one.
		if (last !== undefined && over !== undefined && over.start < start && over.start >= last.start)
			words[words.length - 1] = { start: last.start, end };
		else if (end - start > longest && (over === undefined || over.start >= end))
			words.push(...slices(text, start, end, longest));
		else words.push({ start, end });
	}
	return words;
}

function slices(text: string, start: number, end: number, size: number): Range[] {
	const found: Range[] = [];
	for (let from = start; from < end; ) {
		let to = Math.min(end, from + size);
		// Do not split surrogate pairs, or a letter from its accent.
		while (to < end && /[\udc00-\udfff\p{M}\u200d]/u.test(text[to] as string)) to++;
		found.push({ start: from, end: to });
		from = to;
	}
	return found;
}
