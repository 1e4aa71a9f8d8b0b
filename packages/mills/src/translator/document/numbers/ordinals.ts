import type { Language } from "../pair.js";

// The ordinals of centuries, from the first to the twenty-first.
const WORDS: Readonly<Record<Language, readonly string[]>> = {
	en: "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first".split(
		" ",
	),
	es: "primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo decimotercero decimocuarto decimoquinto decimosexto decimoséptimo decimoctavo decimonoveno vigésimo veintiuno".split(
		" ",
	),
};

/** The ordinals of a language as words, for a regular expression, longer ones first. */
export function ordinalWords(language: Language): string {
	return WORDS[language].toSorted((a, b) => b.length - a.length).join("|");
}

/** The value of an ordinal that is a word. Undefined if it is none. */
export function readOrdinal(word: string, language: Language): number | undefined {
	const place = WORDS[language].indexOf(word.toLowerCase());
	return place < 0 ? undefined : place + 1;
}

/** Writes an English ordinal: 1st, 2nd, 3rd, 4th, 11th. The last digit determines the ending, except from 11 to 19. */
export function englishOrdinal(number: string): string {
	const teen = /1\d$/.test(number);
	return `${number}${(teen ? undefined : ["th", "st", "nd", "rd"][Number(number.at(-1))]) ?? "th"}`;
}
