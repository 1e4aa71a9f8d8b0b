import type { Sorting } from "./classes.js";

/** Sentence_Break of UAX #29. Format is treated like Extend. */
export const S = {
	CR: 1,
	LF: 2,
	SEPARATOR: 3,
	EXTEND: 4,
	SPACE: 5,
	LOWER: 6,
	UPPER: 7,
	LETTER: 8,
	NUMBER: 9,
	/** A full stop. It may be part of an abbreviation. */
	STOP: 10,
	CONTINUE: 11,
	/** A question mark or an exclamation mark. */
	TERMINAL: 12,
	CLOSE: 13,
	OTHER: 14,
	STRANGE: 15,
} as const;

const LETTERS = /^[\p{sc=Han}\uac00-\ud7a3]$/u;

export const SENTENCE_SORTING: Sorting = {
	contexts: ["a. _A", "a. _b", "a._A", "!_A", "1_ b", "!_)"],
	samples: new Map<number, string>([
		[S.SEPARATOR, "\u0085"],
		[S.EXTEND, "\u0300"],
		[S.SPACE, " "],
		[S.LOWER, "b"],
		[S.UPPER, "B"],
		[S.LETTER, "\u05d0"],
		[S.NUMBER, "2"],
		[S.STOP, "."],
		[S.CONTINUE, ","],
		[S.TERMINAL, "?"],
		[S.CLOSE, "("],
		[S.OTHER, "+"],
	]),
	known(codePoint, character) {
		if (codePoint === 0x0d) return S.CR;
		if (codePoint === 0x0a) return S.LF;
		return LETTERS.test(character) && /\p{L}/u.test(character) ? S.LETTER : 0;
	},
	strange: S.STRANGE,
};
