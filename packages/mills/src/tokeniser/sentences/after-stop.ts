import type { Language } from "./language.js";

/** More than the length of the longest abbreviation of several words. */
const LOOK_BACK = 40;
const LOOK_AHEAD = 24;
/** The most words in one abbreviation: "v. u. Z.". */
const MOST_WORDS = 4;

/** Characters that may precede a word. "°" is not among them, because it makes "C" a unit. */
const OPENING = /^[\p{Ps}\p{Pi}\p{Pd}"'¿¡*_]+/u;
const LAST_PART = /[^'’/-]*$/u;
const LETTER = /^\p{L}/u;
const LATIN = /^\p{sc=Latin}/u;
const GAPS = /\s+/gu;
const INITIAL = /^(?:\p{Lu}\p{M}*\.-?)+$/u;
const ACRONYM = /^(?:\p{L}\p{M}*\.){2,}$/u;
const NUMBER = /^\p{Nd}{1,3}\.$/u;
/** "1.", "2.1.", "a.", "IV.", also in brackets. */
const ENUMERATOR = /^[^\p{L}\p{N}]*(?:\p{Nd}{1,4}(?:\.\p{Nd}{1,3})*|\p{L}|[ivxIVX]{1,5})\.$/u;
const CAPITAL = /^\p{Lu}/u;
const DIGIT_OR_NUMERAL = /^(?:\p{Nd}|[IVXLC]+\b)/u;

/**
 * Returns whether a sentence continues after a full stop. `start` is the start of the sentence, `stop` the place after
 * the full stop, `end` the start of the next word.
 */
export function goesOnAfterStop(
	text: string,
	start: number,
	stop: number,
	end: number,
	language: Language,
): boolean {
	const head = text.slice(Math.max(start, stop - LOOK_BACK), stop).replace(GAPS, " ");
	const rest = text
		.slice(end, end + LOOK_AHEAD)
		.replace(GAPS, " ")
		.replace(OPENING, "");
	if (stop - start < LOOK_BACK && ENUMERATOR.test(head)) return true;
	const words = head.split(" ");
	const word = (words.at(-1) ?? "").replace(OPENING, "");
	const before = words.at(-2);
	// This also finds "art." in "l'art." and "Str." in "Ring-Str.".
	const part = word.slice(word.search(LAST_PART));
	if (DIGIT_OR_NUMERAL.test(rest) && language.numbered.has(part.slice(0, -1).toLowerCase())) return true;
	if (language.units.has(word) && /\p{N}$/u.test(before ?? "")) return false;
	if (language.always.has(part)) return true;
	let mayGoOn = language.often.has(part);
	for (let count = 1; count <= Math.min(MOST_WORDS, words.length); count++) {
		const tail = words.slice(-count).join(" ").replace(OPENING, "");
		if (language.always.has(tail)) return true;
		if (language.begun.get(tail)?.some((more) => rest.startsWith(more))) return true;
		mayGoOn ||= language.often.has(tail);
	}
	mayGoOn ||= isInitial(word, before) || ACRONYM.test(word) || (language.ordinals && NUMBER.test(word));
	return mayGoOn && isOneScript(word, rest) && !startsSentence(rest, language);
}

/** "J.", "J.-P.". "I" is usually the pronoun, unless a name precedes it. */
function isInitial(word: string, before: string | undefined): boolean {
	return INITIAL.test(word) && (word !== "I." || (before !== undefined && CAPITAL.test(before)));
}

/** In "Warner Bros. Она" the abbreviation is a foreign word, and its sentence ends. */
function isOneScript(word: string, rest: string): boolean {
	return !LETTER.test(word) || !LETTER.test(rest) || LATIN.test(word) === LATIN.test(rest);
}

function startsSentence(rest: string, { starters }: Language): boolean {
	const [first = ""] = /^[\p{L}\p{M}\p{N}'’]*/u.exec(rest) ?? [];
	return starters.has(first.replace("’", "'"));
}
