import { allMatches } from "../all-matches.js";
import type { Language, Pair } from "../pair.js";
import type { Change, Changed } from "./changes.js";

// The units that a model confuses with each other, in both languages: one and many.
const UNITS: readonly Readonly<Record<Language, readonly [string, string]>>[] = [
	{ en: ["teaspoon", "teaspoons"], es: ["cucharadita", "cucharaditas"] },
	{ en: ["tablespoon", "tablespoons"], es: ["cucharada", "cucharadas"] },
	{ en: ["ounce", "ounces"], es: ["onza", "onzas"] },
	{ en: ["pound", "pounds"], es: ["libra", "libras"] },
	{ en: ["yard", "yards"], es: ["yarda", "yardas"] },
	{ en: ["mile", "miles"], es: ["milla", "millas"] },
	{ en: ["gallon", "gallons"], es: ["galón", "galones"] },
	{ en: ["inch", "inches"], es: ["pulgada", "pulgadas"] },
	{ en: ["second", "seconds"], es: ["segundo", "segundos"] },
	{ en: ["minute", "minutes"], es: ["minuto", "minutos"] },
	{ en: ["millisecond", "milliseconds"], es: ["milisegundo", "milisegundos"] },
];
// Other forms of the same units.
const SHORT: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
	en: { tsp: "teaspoon", tbsp: "tablespoon", oz: "ounce", lb: "pound", lbs: "pound" },
	es: {
		cdta: "cucharadita",
		cda: "cucharada",
		cdas: "cucharada",
		cdtas: "cucharadita",
		cucharilla: "cucharadita",
		cucharillas: "cucharadita",
	},
};

const found = (language: Language) =>
	new RegExp(
		`(?<![\\p{L}\\p{N}.,/:])(\\d{1,4}) (${[...UNITS.flatMap((unit) => unit[language]), ...Object.keys(SHORT[language])].join("|")})(?![\\p{L}\\p{N}])`,
		"giu",
	);
const FOUND: Readonly<Record<Language, RegExp>> = { en: found("en"), es: found("es") };

/**
 * Corrects a unit that the answer confuses with another one. Only a number that has the same unit everywhere in the question counts.
 *
 * @example mendUnits("2 teaspoons", "2 cucharadas", { from: "en", to: "es" }).text // "2 cucharaditas"
 */
export function mendUnits(question: string, answer: string, { from, to }: Pair): Changed {
	const wanted = new Map<string, number | undefined>();
	for (const [, number = "", word = ""] of allMatches(question, FOUND[from])) {
		const unit = indexOf(word, from);
		wanted.set(number, wanted.has(number) && wanted.get(number) !== unit ? undefined : unit);
	}
	if (wanted.size === 0) return { text: answer, changes: [] };
	const changes: Change[] = [];
	const text = answer.replace(FOUND[to], (whole, number: string, word: string) => {
		const right = wanted.get(number);
		if (right === undefined || indexOf(word, to) === right) return whole;
		const after = `${number} ${UNITS[right]?.[to][number === "1" ? 0 : 1]}`;
		changes.push({ rule: "units", in: "translation", before: whole, after });
		return after;
	});
	return { text, changes };
}

function indexOf(word: string, language: Language): number {
	const lower = word.toLowerCase();
	const full = SHORT[language][lower] ?? lower;
	return UNITS.findIndex((unit) => unit[language].includes(full));
}
