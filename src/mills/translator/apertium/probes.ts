/** Territories whose names are words of every language. */
const REGIONS = ["DE", "ES", "FR", "GB", "GR", "MA", "NL", "NZ", "US", "ZA"];

/**
 * Sentences of a language for trying a mode with. Node has words of every language with it: the days of a year, and
 * lists of countries; they are quick to translate, and enough to end the programs of a mode that is broken.
 */
export function probesOf(language: string): readonly string[] {
	const day = new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" });
	const days = Array.from({ length: 12 }, (_, month) => day.format(Date.UTC(2024, month, 3 * month + 1)));
	const names = new Intl.DisplayNames(language, { type: "region" });
	const countries = REGIONS.map((region) => names.of(region) ?? region);
	const lists = (["conjunction", "disjunction"] as const).map((type) =>
		new Intl.ListFormat(language, { type }).format(countries),
	);
	return [...days, ...lists, ...countries];
}
