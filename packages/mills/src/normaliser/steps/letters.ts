import { isAscii } from "../characters/repertoire.js";
import { characterClass, readTable } from "../tables/table.js";
import { TABLES } from "../tables/tables.js";
import type { Locale } from "./settings.js";

/** The range of characters in which letters of the table are composed with marks. */
const COMPOSED = [0xc0, 0x1fff] as const;

const UMLAUTS = /[äöüÄÖÜ]|[aouAOU]\u0308/g;
const KASHIDA = /\u0640/g;

let table: { readonly pattern: RegExp; readonly plain: ReadonlyMap<string, string> } | undefined;

function letterTable() {
	const plain = readTable(TABLES.letters);
	for (let code = COMPOSED[0]; code <= COMPOSED[1]; code++) {
		const letter = String.fromCharCode(code);
		const [base = "", ...marks] = letter.normalize("NFD");
		const spelt = plain.get(base);
		if (spelt && marks.length > 0) plain.set(letter, spelt + marks.join(""));
	}
	return { pattern: new RegExp(characterClass(plain.keys()), "gu"), plain };
}

/**
 * Replaces Latin letters by the letters that people type in their place: o for ø, ss for ß. Removes the stroke that only
 * lengthens Arabic words. German umlauts become ae, oe and ue on request.
 */
export function foldLetters(text: string, locale: Locale): string {
	if (isAscii(text)) return text;
	table ??= letterTable();
	const { pattern, plain } = table;
	const bare = text.replace(KASHIDA, "");
	const folded = bare.replace(pattern, (letter, at: number) =>
		cased(plain.get(letter) ?? letter, bare, at + letter.length),
	);
	if (locale !== "de") return folded;
	// Umlauts come last: ø with a diaeresis has become one.
	return folded.replace(UMLAUTS, (umlaut, at: number) =>
		cased(`${umlaut.normalize("NFD").charAt(0)}e`, folded, at + umlaut.length),
	);
}

/** Æ becomes AE among capitals and Ae before a small letter. */
function cased(spelt: string, text: string, next: number): string {
	const first = spelt.charAt(0);
	if (spelt.length === 1 || first === first.toLowerCase()) return spelt;
	const follower = text.charAt(next);
	const isSmall = follower !== follower.toUpperCase();
	return isSmall ? first + spelt.slice(1).toLowerCase() : first + spelt.slice(1).toUpperCase();
}
