import type { Language, Pair } from "../pair.js";
import type { Change, Changed } from "./changes.js";

// A model reads "tsp" or "lb" next to a number as any other unit, but knows the words. So the words are put in before the
// translation. Units that both languages write alike (km, kg, min, °C, GB) are not touched.
const ENGLISH: Readonly<Record<string, readonly [one: string, many: string]>> = {
	tsp: ["teaspoon", "teaspoons"],
	tbsp: ["tablespoon", "tablespoons"],
	oz: ["ounce", "ounces"],
	"fl oz": ["fluid ounce", "fluid ounces"],
	lb: ["pound", "pounds"],
	ft: ["foot", "feet"],
	"sq ft": ["square foot", "square feet"],
	yd: ["yard", "yards"],
	mi: ["mile", "miles"],
	gal: ["gallon", "gallons"],
	qt: ["quart", "quarts"],
	mph: ["mile per hour", "miles per hour"],
	mpg: ["mile per gallon", "miles per gallon"],
	hr: ["hour", "hours"],
	sec: ["second", "seconds"],
	ms: ["millisecond", "milliseconds"],
};
const SPANISH: typeof ENGLISH = {
	cda: ["cucharada", "cucharadas"],
	cdta: ["cucharadita", "cucharaditas"],
	cdita: ["cucharadita", "cucharaditas"],
	pulg: ["pulgada", "pulgadas"],
	lb: ["libra", "libras"],
	oz: ["onza", "onzas"],
	seg: ["segundo", "segundos"],
	hs: ["hora", "horas"],
	hrs: ["hora", "horas"],
};
const WORDS: Readonly<Record<Language, typeof ENGLISH>> = { en: ENGLISH, es: SPANISH };

// The number is not part of a name, an address or a code. "½" and "3/4" are numbers, too.
const NUMBER = String.raw`(?<![\p{L}\p{N}_./:=#@])(?<!(?<!\d)-)(\d{1,9}(?:[.,/]\d{1,6}){0,3}[½¼¾]?|[½¼¾])([  -]?)`;
// A point that ends the sentence stays: after it comes no small letter or number.
const END = String.raw`(?![\p{L}\p{N}_/@-]|[.'’:]\p{L})(?:\.(?=[ ]?[\p{Ll}\d,;)]))?`;
const expression = (units: typeof ENGLISH) =>
	new RegExp(
		`${NUMBER}(${Object.keys(units)
			.sort((a, b) => b.length - a.length)
			.map((unit) => unit.replace(" ", "\\.? ?"))
			.join("|")})(s?)${END}`,
		"giu",
	);
const UNITS: Readonly<Record<Language, RegExp>> = { en: expression(ENGLISH), es: expression(SPANISH) };

// "45s", "30s" after a verb, but not "the 80s", "in his 30s", "mid-60s".
const SECONDS =
	/(?<![\p{L}\p{N}_./:=#@'’-])(?<!\b(?:the|his|her|their|my|our|your|its|early|mid|late|in|from|of|and|or|to) )(\d{1,4})s(?![\p{L}\p{N}_/@-])/giu;
const FRACTIONS = /(?<![\p{L}\p{N}_./:=#@'’-])(\d{1,4}\.\d{1,3})s(?![\p{L}\p{N}_/@-])/giu;
const DECADE = /^(?:1[5-9]|20)\d0$/;

/**
 * Writes the units next to numbers as words.
 *
 * @example spellUnits("2 tsp of salt", { from: "en", to: "es" }).text // "2 teaspoons of salt"
 */
export function spellUnits(text: string, { from }: Pair): Changed {
	if (!/[\d½¼¾]/.test(text)) return { text, changes: [] };
	const changes: Change[] = [];
	const note = (before: string, after: string) => {
		changes.push({ rule: "units", in: "source", before, after });
		return after;
	};
	let spelled = text.replace(
		UNITS[from],
		(whole, number: string, gap: string, unit: string, _s: string, at: number) => {
			// "20 OZ" is a label in capitals; "5 MI" and "3 Min" are more often names.
			if (unit !== unit.toLowerCase() && unit !== unit.toUpperCase()) return whole;
			const words = WORDS[from][unit.toLowerCase().replace(/^(fl|sq)\.? ?/, "$1 ")];
			if (words === undefined) return whole;
			// "a 16-oz steak", "a 16 oz steak": the unit is an adjective in English.
			const adjective =
				gap === "-" ||
				(from === "en" &&
					/(?<!\p{L})an? $/iu.test(text.slice(Math.max(0, at - 4), at)) &&
					/^ (?!of |in |per )\p{L}/iu.test(text.slice(at + whole.length, at + whole.length + 5)));
			return note(whole, `${number}${adjective ? "-" : " "}${words[adjective || isOne(number) ? 0 : 1]}`);
		},
	);
	if (from === "en")
		spelled = spelled
			.replace(FRACTIONS, (whole, number: string) => note(whole, `${number} seconds`))
			.replace(SECONDS, (whole, number: string) =>
				DECADE.test(number) ? whole : note(whole, `${number} ${number === "1" ? "second" : "seconds"}`),
			);
	return { text: spelled, changes };
}

function isOne(number: string): boolean {
	return /^(?:1|[½¼¾]|\d\/\d{1,2})$/.test(number);
}
