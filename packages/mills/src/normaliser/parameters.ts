import { type Static, Type } from "gristmill";
import { KINDS } from "./steps/kinds.js";
import { CHOICES, LOCALES } from "./steps/settings.js";

/** Makes the parameter of a step. If a call omits it, the preset decides. */
function choice<const V extends readonly string[]>(values: V, description: string) {
	return Type.Enum(["preset", ...values], { default: "preset", description });
}

/** Makes a parameter for a comma-separated list of kinds. */
function kinds(description: string) {
	return Type.String({ default: "", maxLength: 100, description: `${description} ${KINDS.join(", ")}.` });
}

export const PARAMETERS = Type.Object({
	preset: Type.Enum(["clean", "search", "ascii", "none"], {
		default: "clean",
		description: "What is done in every step whose own parameter is left at `preset`.",
	}),
	invalid: Type.Enum(["reject", "replace"], {
		default: "reject",
		description: "Bytes that break the charset, and lone surrogates in JSON: a refusal, or U+FFFD.",
	}),
	mojibake: choice(CHOICES.mojibake, "`fix` repairs text that was decoded in the wrong charset. A guess."),
	html: choice(CHOICES.html, "`decode` turns `&eacute;` and `&#233;` into what they stand for, once."),
	newlines: choice(CHOICES.newlines, "`lf` turns CR LF, CR, VT, FF, NEL, U+2028 and U+2029 into LF."),
	controls: choice(
		CHOICES.controls,
		"`strip` removes control characters that are no white space, and whole escape sequences of terminals.",
	),
	bidi: choice(
		CHOICES.bidi,
		"`overrides` removes overrides of direction, `strip` also its marks, embeddings and isolates.",
	),
	invisibles: choice(
		CHOICES.invisibles,
		"`strip` removes soft hyphens, zero-width spaces, byte order marks, tags and the like; joiners, variation selectors and Hangul fillers stay, and so do the tags of flags.",
	),
	symbols: choice(
		CHOICES.symbols,
		"`spell` writes fractions, superscripts, subscripts, circled numbers, units and lone accents in plain characters: 1½ as 1 1/2, 10² as 10^2, ① as (1), ㎡ as m^2.",
	),
	width: choice(CHOICES.width, "`narrow` turns full-width and half-width forms into the usual ones."),
	form: choice(CHOICES.form, "The normalization form of UAX #15; `nfkc_cf` is NFKC_Casefold."),
	digits: choice(CHOICES.digits, "`ascii` turns the decimal digits of every script into 0 to 9."),
	translit: choice(
		CHOICES.translit,
		"`ascii` spells every character in ASCII: by its meaning, its sound or its name (∌ as `does not contain`, ⊬ as `:does_not_prove:`).",
	),
	case: choice(CHOICES.case, "`fold` is Unicode's full case folding, for comparison."),
	locale: Type.Enum(LOCALES, {
		default: "root",
		description:
			"The language whose rules are followed: az, el, lt and tr by `case=lower` and `case=upper`; de by `letters=fold` and `translit=ascii` (ä is ae); ja by `translit=ascii` (kanji stay, because a reading needs a dictionary).",
	}),
	letters: choice(
		CHOICES.letters,
		"`fold` writes Latin letters such as ø, ł, đ, æ and ß as o, l, d, ae and ss, and removes the Arabic tatweel.",
	),
	zalgo: choice(
		CHOICES.zalgo,
		"`cap` leaves at most 4 accents on a letter, and at most 10 marks of its script.",
	),
	marks: choice(
		CHOICES.marks,
		"`strip` removes accents from Latin, Greek and Cyrillic letters and the vowel signs of Hebrew and Arabic, `all` every mark of every script.",
	),
	quotes: choice(
		CHOICES.quotes,
		"`straight` turns curly quotation marks, primes, backticks and modifier apostrophes into ' and \".",
	),
	dashes: choice(CHOICES.dashes, "`hyphen` turns dashes and the minus sign into -."),
	whitespace: choice(
		CHOICES.whitespace,
		"`trim` removes it from the ends of lines and of the text; `collapse` also makes one space of each run and at most one empty line; `flatten` makes one line.",
	),
	cjk: choice(
		CHOICES.cjk,
		"`space` puts a space between Chinese or Japanese and Latin letters or digits, `join` removes it.",
	),
	replace: kinds(
		"Kinds that are replaced by placeholders such as `[url]`, separated by commas. A guess. The kinds:",
	),
	remove: kinds("Kinds that are removed, separated by commas. A guess. The kinds:"),
	skeleton: Type.Boolean({
		default: false,
		description: "Adds the UTS #39 skeleton of the text: names with equal skeletons look alike.",
	}),
});

/** The parameters of a call. */
export type Given = Static<typeof PARAMETERS>;
