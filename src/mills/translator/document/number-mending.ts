import { among, joinGroups } from "./number-groups.js";
import { leaveSpans } from "./number-spans.js";
import { digits, type Found, findNumbers } from "./numbers.js";
import type { Pair, Range } from "./pair.js";
import { figure, isSpelt } from "./spelt.js";

/**
 * Gives every number of the source its place in the answer, in the form of the target language; nothing where
 * one is missing and no place is certain. Only the characters of numbers change.
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
	// From the surest reading to the least: a later one may not take the number that an earlier one needs.
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
					// Groups with spaces are right in both languages, and may be those of a telephone number.
					places.set(index, rank === 1 && want.source.includes(" ") ? want.source : want.target);
					return false;
				}
			return true;
		});
	missing = leaveSpans(missing, answer, there, free).filter(
		(want) => !want.loose && !inName(want, answer) && !isSpelt(want.source, answer, pair.to),
	);
	const [only] = missing;
	const [stray] = free;
	if (missing.length === 1 && free.size === 1 && only !== undefined && stray !== undefined) {
		// One number lost and one that nobody wrote: the translator changed it.
		places.set(stray, only.target);
		missing = [];
	}
	let mended = replace(answer, there, places);
	for (const want of missing) {
		const percent = /^\s?%/.test(source.slice(want.end, want.end + 2));
		const written = figure(want.source, percent, mended, pair.to);
		if (written === undefined) return undefined;
		mended = written;
	}
	mended = mended.replace(TWICE_MONEY, (_, sign, number) =>
		pair.to === "en" ? sign + number : `${number} ${sign}`,
	);
	return pair.to === "en" ? mended.replace(ORDINAL, (_, number: string) => ordinal(number)) : mended;
}

// "1.234,50 €" may come as "€1,234.50 €": written as both languages do at once.
const TWICE_MONEY = /([€$£])\s?(\d[\d.,]*)\s?\1(?![\d\p{L}])/gu;

const ORDINAL = /(?<![\p{L}\p{N}.,])(\d{1,4})(?:st|nd|rd|th)(?!\p{L})/gu;

/** "2th" and "3nd" happen where "2.ª" and "3.º" stood; the figure says which ending is right. */
function ordinal(number: string): string {
	const teen = /1\d$/.test(number);
	return `${number}${(teen ? undefined : ["th", "st", "nd", "rd"][Number(number.at(-1))]) ?? "th"}`;
}

/** "G-20" may have become "G20", which is no number of its own. */
function inName({ named, source }: Found, answer: string): boolean {
	return named && /^\d+$/.test(source) && new RegExp(`\\p{L}-?${source}(?!\\d)`, "u").test(answer);
}

function replace(answer: string, there: readonly Range[], places: ReadonlyMap<number, string>): string {
	let mended = "";
	let from = 0;
	there.forEach(({ start, end }, index) => {
		mended += answer.slice(from, start) + (places.get(index) ?? answer.slice(start, end));
		from = end;
	});
	return mended + answer.slice(from);
}
