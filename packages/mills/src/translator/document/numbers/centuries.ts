import { allMatches } from "../all-matches.js";
import type { Language, Pair, Range } from "../pair.js";
import { replaceRanges } from "../replace-ranges.js";
import { englishOrdinal, ordinalWords, readOrdinal } from "./ordinals.js";
import { fromRoman, toRoman } from "./roman.js";

// One or more centuries: "the 19th and the 20th centuries", "los siglos XIX y XX". A model also writes "century XII" and
// "siglo 12".
const EN = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?|[IVX]{1,6}|${ordinalWords("en")})`;
const ES = String.raw`(?:\d{1,2}(?:\.?º)?|[IVX]{1,6}|${ordinalWords("es")})`;
const LISTS: Readonly<Record<Language, readonly RegExp[]>> = {
	en: [
		new RegExp(
			`(?<![\\p{L}\\p{N}])${EN}(?:(?:,| and| or| to|,? and the| to the|[-–])[ ]?${EN})*[ -]centur(?:y|ies)(?!\\p{L})`,
			"giu",
		),
		/(?<!\p{L})centur(?:y|ies) [IVX]{1,6}(?:(?:,| and| to)? [IVX]{1,6})*(?!\p{L})/gu,
	],
	es: [
		new RegExp(
			`(?<!\\p{L})siglos? ${ES}(?:(?:,| y| o| a| al|, y| y el| y del| hasta el|[-–])[ ]?${ES}(?!\\p{L}))*(?!\\p{L})`,
			"giu",
		),
	],
};
const ONE: Readonly<Record<Language, RegExp>> = {
	en: new RegExp(`(?<![\\p{L}\\p{N}])${EN}(?![\\p{L}\\p{N}])`, "giu"),
	es: new RegExp(`(?<![\\p{L}\\p{N}])${ES}(?![\\p{L}\\p{N}])`, "giu"),
};

type Century = Range & { readonly value: number };

/**
 * Corrects the centuries of an answer, and writes them as the target language does. Undefined if one is missing or extra.
 *
 * @example mendCenturies("the 12th century", "el siglo 12", { from: "en", to: "es" }) // "el siglo XII"
 */
export function mendCenturies(source: string, answer: string, { from, to }: Pair): string | undefined {
	const wanted = centuriesOf(source, from);
	if (wanted.length === 0) return answer;
	const there = centuriesOf(answer, to);
	if (there.length !== wanted.length) return undefined;
	const written = there.map(({ start, end, value }, index) => {
		const right = (wanted[index] as Century).value;
		const said = answer.slice(start, end);
		if (to === "es") return toRoman(right);
		// "twelfth century" is as good as "12th century".
		return value === right && /[a-z]/.test(said) ? said : englishOrdinal(String(right));
	});
	const mended = replaceRanges(answer, there, written);
	return to === "en" ? mended.replace(/(?<!\p{L})(century) (\d{1,2}(?:st|nd|rd|th))/giu, "$2 $1") : mended;
}

/** The centuries of a text in order. */
function centuriesOf(text: string, language: Language): Century[] {
	const found: Century[] = [];
	for (const list of LISTS[language])
		for (const { 0: run, index } of allMatches(text, list))
			for (const { 0: word, index: at } of allMatches(run, ONE[language])) {
				const value = century(word, language);
				const start = index + at;
				if (value !== undefined && !found.some((other) => other.start === start))
					found.push({ start, end: start + word.length, value });
			}
	return found.sort((a, b) => a.start - b.start);
}

function century(word: string, language: Language): number | undefined {
	const digits = /^\d{1,2}/.exec(word)?.[0];
	const value = digits === undefined ? (readOrdinal(word, language) ?? romanOf(word)) : Number(digits);
	return value !== undefined && value > 0 && value < 40 ? value : undefined;
}

// In lower case, "i" and "vi" are words.
function romanOf(word: string): number | undefined {
	return /^[IVX]+$/.test(word) ? fromRoman(word) : undefined;
}
