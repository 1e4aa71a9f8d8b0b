import type { Language, Range } from "./pair.js";

/** A number of a text and how the other language writes it. */
export type Found = Range & {
	readonly source: string;
	/** The form that the target language wants; the source's own for dates, versions and the like. */
	readonly target: string;
	/** Whether a translator may write it in another way: "5th", "1990s", "21st" have words of their own. */
	readonly loose: boolean;
};

// A run of digits with what holds numbers together inside; each run is looked at once.
const RUN = /(?<![\p{L}\p{N}_])[+]?\d+(?:[.,:/’'\u00a0\u202f-]\d+)*(?![\p{N}_])/gu;
const GROUPED = { en: /^[1-9]\d{0,2}(?:,\d{3})+$/, es: /^[1-9]\d{0,2}(?:[.\u00a0\u202f]\d{3})+$/ } as const;
const GROUPED_DECIMAL = {
	en: /^[1-9]\d{0,2}(?:,\d{3})+\.\d+$/,
	es: /^[1-9]\d{0,2}(?:[.\u00a0\u202f]\d{3})+,\d+$/,
} as const;
const DECIMAL = { en: /^\d+\.\d+$/, es: /^\d+,\d+$/ } as const;
// Words before which a dot is no decimal point.
const VERSION =
	/(?:\bv|\bver\.?|version|versión|release|python|node|section|sección|chapter|capítulo|§|figure|figura|fig\.|table|tabla|http|tls|usb|bluetooth|wi-fi)\s?$/i;

/** The numbers of a sentence in order, with the form that the target language gives them. */
export function findNumbers(text: string, from: Language, to: Language): Found[] {
	return [...text.matchAll(RUN)].map((match) => {
		const source = match[0];
		const start = match.index;
		const end = start + source.length;
		const loose = /^(?:st|nd|rd|th|s|er|ro|º|ª|\.º|\.ª)/u.test(text.slice(end, end + 3));
		const version = VERSION.test(text.slice(Math.max(0, start - 12), start));
		return { start, end, source, target: version ? source : convertNumber(source, from, to), loose };
	});
}

/**
 * Writes a number as the other language does.
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

// "192.168.100.200" could be a Spanish number of twelve digits; an address of the internet is likelier.
function isAddress(number: string): boolean {
	const bytes = number.split(".");
	return bytes.length === 4 && bytes.every((byte) => /^\d{1,3}$/.test(byte) && Number(byte) < 256);
}

/** What a plain or separated number is worth; nothing for dates, versions, times. */
export function readNumber(number: string, language: Language): number | undefined {
	if (/^\d+$/.test(number)) return Number(number);
	if (GROUPED[language].test(number)) return Number(number.replace(/\D/g, ""));
	if (!GROUPED_DECIMAL[language].test(number) && !DECIMAL[language].test(number)) return undefined;
	const [whole = "", fraction = ""] = number.split(language === "en" ? "." : ",");
	return Number(`${whole.replace(/\D/g, "")}.${fraction}`);
}

/** Digits with the separators of a language: four digits stay together, as both languages allow for years. */
export function writeNumber(value: string, language: Language): string {
	const [whole = "", fraction] = value.split(".");
	const digits =
		whole.length <= 4 ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, language === "es" ? "." : ",");
	return fraction === undefined ? digits : `${digits}${language === "es" ? "," : "."}${fraction}`;
}
