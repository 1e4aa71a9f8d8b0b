import { allMatches } from "../all-matches.js";
import type { Language, Range } from "../pair.js";

/** A number of a text and its form in the target language. */
export type Found = Range & {
	readonly source: string;
	/** The form in the target language. Dates, versions and similar numbers stay as in the source. */
	readonly target: string;
	/** Whether a translator may write it differently: "5th", "1990s" and "21st" have their own words. */
	readonly loose: boolean;
	/** Whether it is part of a name: "G-20", "COVID-19". */
	readonly named: boolean;
};

// A run of digits and separators; each run is matched once. After a letter, the whole run is part of a name, not only its
// end: "v1.2.3".
const RUN = /(?<![\p{L}\p{N}_]|\p{N}[.,:/])[+]?\d+(?:[.,:/’'\u00a0\u202f–-]\d+)*(?![\p{N}_])/gu;
const GROUPED = { en: /^[1-9]\d{0,2}(?:,\d{3})+$/, es: /^[1-9]\d{0,2}(?:[.\u00a0\u202f]\d{3})+$/ } as const;
const GROUPED_DECIMAL = {
	en: /^[1-9]\d{0,2}(?:,\d{3})+\.\d+$/,
	es: /^[1-9]\d{0,2}(?:[.\u00a0\u202f]\d{3})+,\d+$/,
} as const;
const DECIMAL = { en: /^\d+\.\d+$/, es: /^\d+,\d+$/ } as const;
// Words after which a dot is not a decimal point.
const VERSION =
	/(?:\bv|\bver\.?|version|versión|release|python|node|section|sección|chapter|capítulo|§|figure|figura|fig\.|table|tabla|http|tls|usb|bluetooth|wi-fi)\s?$/i;

// "8.20 a.m." is a time, not a decimal.
const CLOCK = /^\d{1,2}\.\d{2}$/;
const HOURS = /^\s?(?:[ap]\.?\s?m\b|h\b|hours|horas|o'clock)/i;

// Amounts of money have no thousandths: "$2,500" is grouped in both languages.
const MONEY = /[$€£]\s?$/;
const THOUSANDS = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/;

/** The numbers of a sentence in order, with their form in the target language. */
export function findNumbers(text: string, from: Language, to: Language): Found[] {
	return runs(text).map(({ start, end }) => {
		const source = text.slice(start, end);
		const loose = /^(?:st|nd|rd|th|s|er|ro|º|ª|\.º|\.ª)/u.test(text.slice(end, end + 3));
		const before = text.slice(Math.max(0, start - 12), start);
		const kept = VERSION.test(before) || (CLOCK.test(source) && HOURS.test(text.slice(end, end + 8)));
		const money = MONEY.test(before) && THOUSANDS.test(source);
		const target = kept
			? source
			: money
				? source.replace(/\D/g, to === "es" ? "." : ",")
				: convertNumber(source, from, to);
		return { start, end, source, target, loose, named: /\p{L}-$/u.test(before) };
	});
}

/** The ranges of numbers. "97,039/1,617,204" and "29 000-24 000" are two numbers, "3/4/2024" and "555-1234" are one. */
function runs(text: string): Range[] {
	return allMatches(text, RUN).flatMap(({ 0: run, index }) => {
		const end = index + run.length;
		const parts = [...run.matchAll(/[^/–-]+/g)];
		const grouped =
			parts.some(([part]) => THOUSANDS.test(part)) ||
			(/^\d{3}[/–-]/.test(run) && /\d $/.test(text.slice(Math.max(0, index - 2), index))) ||
			(/[/–-]\d{1,3}$/.test(run) && /^ \d{3}(?!\d)/.test(text.slice(end, end + 5)));
		if (parts.length !== 2 || !grouped) return [{ start: index, end }];
		return parts.map((part) => ({
			start: index + part.index,
			end: index + part.index + part[0].length,
		}));
	});
}

/**
 * Converts a number to the separators of the other language.
 *
 * @example convertNumber("2,500.75", "en", "es") // "2.500,75"
 */
export function convertNumber(number: string, from: Language, to: Language): string {
	if (from === to || isAddress(number)) return number;
	const mark = to === "es" ? "," : ".";
	if (GROUPED[from].test(number) || GROUPED_DECIMAL[from].test(number) || DECIMAL[from].test(number)) {
		const [whole = "", fraction] = number.split(from === "en" ? "." : ",");
		const swapped = whole.replace(/[.,\u00a0\u202f]/g, to === "es" ? "." : ",");
		return fraction === undefined ? swapped : `${swapped}${mark}${fraction}`;
	}
	return number;
}

// "192.168.100.200" could be a Spanish number of twelve digits, but an IP address is more likely.
function isAddress(number: string): boolean {
	const bytes = number.split(".");
	return bytes.length === 4 && bytes.every((byte) => /^\d{1,3}$/.test(byte) && Number(byte) < 256);
}

/** The digits of a number, without separators. */
export function digits(number: string): string {
	return number.replace(/\D/g, "");
}

/** The value of a number with or without separators. Undefined for dates, versions and times. */
export function readNumber(number: string, language: Language): number | undefined {
	if (/^\d+$/.test(number)) return Number(number);
	if (/^\d{1,3}(?: \d{3})+$/.test(number)) return Number(number.replaceAll(" ", ""));
	if (GROUPED[language].test(number)) return Number(digits(number));
	if (!GROUPED_DECIMAL[language].test(number) && !DECIMAL[language].test(number)) return undefined;
	const [whole = "", fraction = ""] = number.split(language === "en" ? "." : ",");
	return Number(`${digits(whole)}.${fraction}`);
}

/** Adds the separators of a language. Four digits stay together, as both languages allow for years. */
export function writeNumber(value: string, language: Language): string {
	const [whole = "", fraction] = value.split(".");
	const grouped =
		whole.length <= 4 ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, language === "es" ? "." : ",");
	return fraction === undefined ? grouped : `${grouped}${language === "es" ? "," : "."}${fraction}`;
}
