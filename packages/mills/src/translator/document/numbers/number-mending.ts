import type { Pair } from "../pair.js";
import { replaceRanges } from "../replace-ranges.js";
import { among, joinGroups } from "./number-groups.js";
import { withoutRanges } from "./number-ranges.js";
import { hasNumberWord, wordsToDigits } from "./number-words.js";
import { digits, type Found, findNumbers } from "./numbers.js";
import { englishOrdinal } from "./ordinals.js";

/**
 * Corrects the numbers of an answer: each number of the source appears in the form of the target language. Returns undefined
 * if a number is missing and its place is uncertain. Only characters of numbers change.
 *
 * @example mendNumbers("2,500 of 3", "2,500 de 3", { from: "en", to: "es" }) // "2.500 de 3"
 */
export function mendNumbers(source: string, answer: string, pair: Pair): string | undefined {
	const asked = findNumbers(source, pair.from, pair.to);
	if (asked.length === 0) return answer;
	const said = findNumbers(answer, pair.to, pair.from);
	const wanted = joinGroups(source, asked, pair.to, among(answer, said));
	const there = joinGroups(answer, said, pair.from, among(source, asked));
	const free = new Set(there.keys());
	const places = new Map<number, string>();
	// From the most to the least certain match, so that a later match cannot take a number that an earlier one needs.
	const readings: ((want: Found, have: Found) => boolean)[] = [
		(want, have) => want.target === have.source,
		(want, have) => want.source === have.source,
		(want, have) => digits(want.source) === digits(have.source),
	];
	let missing: readonly Found[] = wanted;
	for (const [rank, reads] of readings.entries())
		missing = missing.filter((want) => {
			for (const index of free)
				if (reads(want, there[index] as Found)) {
					free.delete(index);
					// Groups with spaces are correct in both languages, and may be a telephone number.
					places.set(index, rank === 1 && want.source.includes(" ") ? want.source : want.target);
					return false;
				}
			return true;
		});
	missing = withoutRanges(missing, answer, there, free).filter(
		(want) => !want.loose && !inName(want, answer) && !hasNumberWord(want.source, answer, pair.to),
	);
	const [only] = missing;
	const [stray] = free;
	if (missing.length === 1 && free.size === 1 && only !== undefined && stray !== undefined) {
		// One number is missing and one is unexpected: the translator changed it.
		places.set(stray, only.target);
		missing = [];
	}
	const written = there.map(({ start, end }, index) => places.get(index) ?? answer.slice(start, end));
	let mended = replaceRanges(answer, there, written);
	for (const want of missing) {
		const percent = /^\s?%/.test(source.slice(want.end, want.end + 2));
		const rewritten = wordsToDigits(want.source, percent, mended, pair.to);
		if (rewritten === undefined) return undefined;
		mended = rewritten;
	}
	mended = mended.replace(TWICE_MONEY, (_, sign, number) =>
		pair.to === "en" ? sign + number : `${number} ${sign}`,
	);
	return pair.to === "en" ? mended.replace(ORDINAL, (_, number: string) => englishOrdinal(number)) : mended;
}

// "1.234,50 €" may become "€1,234.50 €", a mix of both languages.
const TWICE_MONEY = /([€$£])\s?(\d[\d.,]*)\s?\1(?![\d\p{L}])/gu;

// "2th" and "3nd", which may replace "2.ª" and "3.º".
const ORDINAL = /(?<![\p{L}\p{N}.,])(\d{1,4})(?:st|nd|rd|th)(?!\p{L})/gu;

/** Whether the answer has the number as part of a name: "G-20" may have become "G20". */
function inName({ named, source }: Found, answer: string): boolean {
	return named && /^\d+$/.test(source) && new RegExp(`\\p{L}-?${source}(?!\\d)`, "u").test(answer);
}
