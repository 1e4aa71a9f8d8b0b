import { allMatches } from "../all-matches.js";
import type { Language, Range } from "../pair.js";
import type { Item } from "../protect/items.js";
import { CLOSING, FINAL, LEADING, NUMBERED, STARTERS } from "./abbreviations.js";

// Marks that may end a sentence, closing quotes and brackets, references to notes, then white space.
// The lookbehind prevents a retry at each of a million full stops.
const END = /(?<![.!?…])([.!?…]+)(["'”’»)\]*_]{0,6}(?:\[\^?[\w-]{1,20}\]|[¹²³⁰⁴-⁹]){0,6})(\s+)/gu;
// Characters that may precede the first word of a sentence.
const OPENER = /[¿¡"'“‘«([*_–—-]/;
const LONGEST_WORD = 40;

/**
 * Splits running text into sentences without the white space around them.
 *
 * @example splitSentences("Hi, Mr. Fox. Come in!", "en", []) // [{ start: 0, end: 12 }, { start: 13, end: 21 }]
 */
export function splitSentences(text: string, language: Language, items: readonly Item[]): Range[] {
	const sentences: Range[] = [];
	const lower = !/\p{Lu}/u.test(text);
	let start = 0;
	let item = 0;
	for (const match of allMatches(text, END)) {
		const at = match.index;
		const end = at + (match[1] as string).length + (match[2] as string).length;
		const next = at + match[0].length;
		while (item < items.length && (items[item] as Item).end <= at) item++;
		const inside = items[item];
		if (inside !== undefined && inside.start <= at && at < inside.end && next <= inside.end) continue;
		if (next >= text.length || !ends(text, match, next, language, lower)) continue;
		sentences.push({ start, end });
		start = next;
	}
	const end = text.trimEnd().length;
	if (start < end) sentences.push({ start, end });
	return sentences;
}

function ends(
	text: string,
	match: RegExpMatchArray,
	next: number,
	language: Language,
	lower: boolean,
): boolean {
	const marks = match[1] as string;
	const at = match.index as number;
	let first = next;
	while (first < text.length && first < next + 6 && OPENER.test(text[first] as string)) first++;
	// "It works! - at last": after a separate dash, the next word decides.
	if (/[–—-]/.test(text[first - 1] as string) && text[first] === " ") first++;
	const opened = /[¿¡]/.test(text.slice(next, first));
	const head = wordAt(text, first);
	// A bar separates a title from the name of a site or an author.
	const begins = opened || (!/^\p{Ll}/u.test(head) && text[first] !== "|");
	if (/[!?]/.test(marks)) return begins || lower;
	// After an ellipsis, a number continues the sentence ("for... 25 euros").
	if (marks !== ".") return begins && !/^\d/.test(head);
	const word = wordBefore(text, at);
	const plain = word.toLowerCase();
	if (!begins) return lower && plain.length > 2 && !plain.includes(".") && !known(plain, language);
	if (LEADING[language].has(plain)) return false;
	if (NUMBERED[language].has(plain)) return !/^\d/.test(head);
	const starts = opened || STARTERS[language].has(head.toLowerCase());
	if (CLOSING[language].has(plain)) return starts;
	if (language === "es" && plain === "a" && head === "C") return false;
	// "5 m." is a unit, "M." is an initial.
	if (FINAL[language].has(plain) && !/^\p{Lu}$/u.test(word)) return true;
	// Initials ("J. Smith", "U.N. Charter", "J.R.R. Tolkien"); after a bracket or a quote they can end a sentence.
	if (/^(?:\p{Lu}\.)*\p{Lu}$/u.test(word) && match[2] === "") return starts && !/^(?:A|I)$/.test(head);
	return true;
}

function known(word: string, language: Language): boolean {
	return (
		LEADING[language].has(word) ||
		NUMBERED[language].has(word) ||
		CLOSING[language].has(word) ||
		FINAL[language].has(word)
	);
}

function wordBefore(text: string, end: number): string {
	const before = text.slice(Math.max(0, end - LONGEST_WORD), end);
	return /[\p{L}\p{M}\d.º/]*$/u.exec(before)?.[0].replace(/^\.+/, "") ?? "";
}

function wordAt(text: string, start: number): string {
	return /^[\p{L}\p{M}\d]*/u.exec(text.slice(start, start + LONGEST_WORD))?.[0] ?? "";
}
