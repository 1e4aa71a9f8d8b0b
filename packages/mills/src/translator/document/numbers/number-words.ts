import type { Language } from "../pair.js";

// All words for 0 to 12, including ordinals and "both".
const SMALL: Readonly<Record<Language, readonly RegExp[]>> = {
	en: each(
		"zero|no|none one|a|an two|both|couple|twice three|third four|fourth five|fifth six|sixth seven|seventh eight|eighth nine|ninth ten|tenth eleven twelve",
	),
	es: each(
		"cero|ningún|ninguna un|uno|una|primero|primera|primer dos|ambos|ambas|segundo tres|tercer|tercero cuatro|cuarto cinco|quinto seis|sexto siete|séptimo ocho|octavo nueve|noveno diez|décimo once doce",
	),
};
const UNITS = {
	en: " one two three four five six seven eight nine".split(" "),
	es: " un(?:o|a)? dos tres cuatro cinco seis siete ocho nueve".split(" "),
} as const;
const TEENS = {
	en: "thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" "),
	es: "trece catorce quince dieciséis diecisiete dieciocho diecinueve".split(" "),
} as const;
const TWENTIES =
	"veinte veinti(?:ún|uno|una) veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve".split(
		" ",
	);
const TENS = {
	en: "twenty thirty forty fifty sixty seventy eighty ninety".split(" "),
	es: "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" "),
} as const;
const ROUND: Readonly<Record<Language, Readonly<Record<number, string>>>> = {
	en: { 100: "(?:a|one) hundred", 1000: "(?:a|one) thousand" },
	// Not "mil", which counts thousands too: "dos mil".
	es: { 100: "cien" },
};

function each(words: string): RegExp[] {
	return words.split(" ").map((forms) => whole(forms));
}

function whole(forms: string): RegExp {
	return new RegExp(`(?<!\\p{L})(?:${forms})(?!\\p{L})`, "iu");
}

/** Whether a text has a number up to twelve as a word, which is as good as digits. */
export function hasNumberWord(number: string, text: string, language: Language): boolean {
	return /^\d{1,2}$/.test(number) && (SMALL[language][Number(number)]?.test(text) ?? false);
}

/**
 * Replaces a spelt-out number in a text by its digits. Undefined if the text does not spell it out.
 *
 * @example wordsToDigits("70", true, "Seventy per cent of it", "en") // "70% of it"
 */
export function wordsToDigits(
	number: string,
	percent: boolean,
	text: string,
	language: Language,
): string | undefined {
	const value = /^\d{2,4}$/.test(number) ? Number(number) : 0;
	const words = spelling(value, language);
	const found = words === undefined ? undefined : whole(words).exec(text);
	if (!found) return undefined;
	const rest = text.slice(found.index + found[0].length);
	// "Seventy thousand" is another number.
	if (/^ (?:hundred|thousand|mil|and )/i.test(rest)) return undefined;
	const sign = percent
		? rest.replace(/^ (?:per ?cent|por ciento)(?!\p{L})/iu, language === "en" ? "%" : " %")
		: rest;
	return `${text.slice(0, found.index)}${number}${sign}`;
}

function spelling(value: number, language: Language): string | undefined {
	if (value < 13 || value >= 100) return ROUND[language][value];
	if (value < 20) return TEENS[language][value - 13];
	if (language === "es" && value < 30) return TWENTIES[value - 20];
	const ten = TENS[language][Math.floor(value / 10) - 2];
	const unit = UNITS[language][value % 10];
	if (unit === "")
		return `${ten}${language === "en" ? "(?![ -](?:one|two|three|four|five|six|seven|eight|nine)(?!\\p{L}))" : "(?! y )"}`;
	return language === "en" ? `${ten}[ -]${unit}` : `${ten} y ${unit}`;
}
