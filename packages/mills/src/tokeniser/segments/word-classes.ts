import type { Sorting } from "./classes.js";

/** Word_Break of UAX #29, with only the classes that these rules distinguish. Format is treated like Extend. */
export const W = {
	CR: 1,
	LF: 2,
	NEWLINE: 3,
	EXTEND: 4,
	ZWJ: 5,
	LETTER: 6,
	HEBREW: 7,
	NUMBER: 8,
	/** An underscore, which joins words and numbers. */
	CONNECTOR: 9,
	MID_LETTER: 10,
	MID_NUMBER: 11,
	MID_BOTH: 12,
	SINGLE_QUOTE: 13,
	DOUBLE_QUOTE: 14,
	FLAG: 15,
	SPACE: 16,
	/** A word by itself, such as each Tangut ideograph. */
	IDEOGRAPH: 17,
	PICTURE: 18,
	OTHER: 19,
	/** A letter of a script for which the engine has a dictionary. */
	SCRIPT: 20,
	/** A character that may join anything. The engine divides it and everything that it touches. */
	OPAQUE: 21,
} as const;

/** Scripts that a dictionary divides now or may divide later, and Hangul, which has its own rules. */
const SCRIPTS =
	/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tale}\p{sc=Talu}\p{sc=Lana}\p{sc=Tavt}\p{sc=Ahom}]$/u;
/** Characters that are Katakana by Word_Break but not by script: marks of repetition, sound and length. */
const KANA_MARKS = /^[\u3031-\u3035\u3099-\u309c\u30a0\u30fc\uff70\uff9e\uff9f]$/u;
const LETTER_OR_NUMBER = /^[\p{Lo}\p{Nl}]$/u;

export const WORD_SORTING: Sorting = {
	contexts: [
		"a_a",
		"1_1",
		" _ ",
		"\u05d0_\u05d0",
		"\u05d0_ ",
		"\u30a2_\u30a2",
		"\u200d_",
		"🇦_",
		"_\u0301",
		"_👍",
		" _'",
		"a'_",
	],
	samples: new Map<number, string>([
		[W.NEWLINE, "\u0085"],
		[W.EXTEND, "\u0300"],
		[W.ZWJ, "\u200d"],
		[W.LETTER, "b"],
		[W.HEBREW, "\u05d1"],
		[W.NUMBER, "2"],
		[W.CONNECTOR, "_"],
		[W.MID_LETTER, "\u00b7"],
		[W.MID_NUMBER, "\u066c"],
		[W.MID_BOTH, "\u2019"],
		[W.SINGLE_QUOTE, "'"],
		[W.DOUBLE_QUOTE, '"'],
		[W.FLAG, "🇧"],
		[W.SPACE, " "],
		[W.IDEOGRAPH, "\u{17000}"],
		[W.PICTURE, "😀"],
		[W.OTHER, "!"],
	]),
	known(codePoint, character) {
		if (codePoint === 0x0d) return W.CR;
		if (codePoint === 0x0a) return W.LF;
		if (KANA_MARKS.test(character)) return W.OPAQUE;
		if (!SCRIPTS.test(character)) return 0;
		return LETTER_OR_NUMBER.test(character) ? W.SCRIPT : W.OPAQUE;
	},
	strange: W.OPAQUE,
};
