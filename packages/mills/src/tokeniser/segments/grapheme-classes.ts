import type { Sorting } from "./classes.js";

/** Grapheme_Cluster_Break of UAX #29, with the parts of Indic_Conjunct_Break that GB9c needs. */
export const G = {
	CR: 1,
	LF: 2,
	CONTROL: 3,
	EXTEND: 4,
	LINKER: 5,
	/** Extends a cluster, but ends a conjunct: ZWNJ. */
	NON_JOINER: 6,
	ZWJ: 7,
	SPACING_MARK: 8,
	PREPEND: 9,
	L: 10,
	V: 11,
	T: 12,
	LV: 13,
	LVT: 14,
	FLAG: 15,
	PICTURE: 16,
	CONSONANT: 17,
	OTHER: 18,
	STRANGE: 19,
} as const;

const HAN = /^(?=\p{Lo})\p{sc=Han}$/u;
const [FIRST_SYLLABLE, LAST_SYLLABLE, SYLLABLES_WITH_ONE_VOWEL] = [0xac00, 0xd7a3, 28];

export const GRAPHEME_SORTING: Sorting = {
	contexts: [
		"a_a",
		"_\u0301",
		"👍_\u200d👍",
		"👍_👍",
		"\u1100_\u1161",
		"\u1161_\u11a8",
		"\u11a8_",
		"🇦_",
		"👍\u200d_",
		"\u0915\u094d_\u0915",
		"\u0915_\u0915",
	],
	samples: new Map<number, string>([
		[G.CONTROL, "\u0000"],
		[G.EXTEND, "\u0300"],
		[G.LINKER, "\u094d"],
		[G.NON_JOINER, "\u200c"],
		[G.ZWJ, "\u200d"],
		[G.SPACING_MARK, "\u0903"],
		[G.PREPEND, "\u0600"],
		[G.L, "\u1101"],
		[G.V, "\u1162"],
		[G.T, "\u11a9"],
		[G.LV, "\uac1c"],
		[G.LVT, "\uac1d"],
		[G.FLAG, "🇧"],
		[G.PICTURE, "😀"],
		[G.CONSONANT, "\u0916"],
		[G.OTHER, "b"],
	]),
	known(codePoint, character) {
		if (codePoint === 0x0d) return G.CR;
		if (codePoint === 0x0a) return G.LF;
		if (codePoint >= FIRST_SYLLABLE && codePoint <= LAST_SYLLABLE) {
			return (codePoint - FIRST_SYLLABLE) % SYLLABLES_WITH_ONE_VOWEL === 0 ? G.LV : G.LVT;
		}
		return HAN.test(character) ? G.OTHER : 0;
	},
	strange: G.STRANGE,
};
