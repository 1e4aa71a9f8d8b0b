import { type Found, findNumbers } from "./numbers.js";
import type { Language, Pair, Range } from "./pair.js";

const WORDS: Readonly<Record<Language, readonly RegExp[]>> = {
	en: spelt(
		"zero|no|none one|a|an two|both|couple|twice three|third four|fourth five|fifth six|sixth seven|seventh eight|eighth nine|ninth ten|tenth eleven twelve",
	),
	es: spelt(
		"cero|ningún|ninguna un|uno|una|primero|primera|primer dos|ambos|ambas|segundo tres|tercer|tercero cuatro|cuarto cinco|quinto seis|sexto siete|séptimo ocho|octavo nueve|noveno diez|décimo once doce",
	),
};

function spelt(words: string): RegExp[] {
	return words.split(" ").map((forms) => new RegExp(`(?<!\\p{L})(?:${forms})(?!\\p{L})`, "iu"));
}

/**
 * Gives every number of the source its place in the answer, in the form of the target language; nothing where
 * one is missing and no place is certain.
 *
 * @example mendNumbers("2,500 of 3", "2,500 de 3", { from: "en", to: "es" }) // "2.500 de 3"
 */
export function mendNumbers(source: string, answer: string, pair: Pair): string | undefined {
	const wanted = findNumbers(source, pair.from, pair.to);
	if (wanted.length === 0) return answer;
	const there = findNumbers(answer, pair.to, pair.from);
	const free = new Set(there.keys());
	const places = new Map<number, string>();
	// From the surest reading to the least: a later one may not take the number that an earlier one needs.
	const readings: ((want: Found, have: Found) => boolean)[] = [
		(want, have) => want.target === have.source,
		(want, have) => want.source === have.source,
		(want, have) => digits(want.source) === digits(have.source),
	];
	let missing = wanted;
	for (const reads of readings)
		missing = missing.filter((want) => {
			for (const index of free)
				if (reads(want, there[index] as Found)) {
					free.delete(index);
					places.set(index, want.target);
					return false;
				}
			return true;
		});
	missing = missing.filter((want) => !want.loose && !isSpelt(want.source, answer, pair.to));
	if (missing.length > 0) {
		// One number lost and one that nobody wrote: the translator changed it.
		const [only] = missing;
		const [stray] = free;
		if (missing.length > 1 || free.size !== 1 || only === undefined || stray === undefined) return undefined;
		places.set(stray, only.target);
	}
	return replace(answer, there, places);
}

function digits(number: string): string {
	return number.replace(/\D/g, "");
}

function isSpelt(number: string, answer: string, language: Language): boolean {
	return /^\d{1,2}$/.test(number) && (WORDS[language][Number(number)]?.test(answer) ?? false);
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
