import { TABLES } from "../tables/tables.js";

/** Characters that lower case keeps but full case folding changes: ß, ς, ligatures, small Cherokee and more. */
const table = new Map(
	TABLES.folds
		.split(" ")
		.map((entry) => entry.split(":") as [string, string])
		// A character that the engine does not know must not be handled by only one of the steps.
		.filter(([character]) => !/\p{Unassigned}/u.test(character)),
);
const FOLDING = new RegExp(`[${[...table.keys()].join("")}]`, "gu");

/** Applies Unicode's full case folding (statuses C and F of CaseFolding.txt). */
export function fold(text: string): string {
	return text.toLowerCase().replace(FOLDING, (character) => table.get(character) ?? character);
}

/** Converts to lower or upper case by the rules of a language. `root` means no language. */
export function inCase(text: string, direction: "lower" | "upper" | "fold", locale: string): string {
	if (direction === "fold") return fold(text);
	if (direction === "lower") return locale === "root" ? text.toLowerCase() : text.toLocaleLowerCase(locale);
	const upper = locale === "root" ? text.toUpperCase() : text.toLocaleUpperCase(locale);
	// Greek keeps the accent of an eta that stands alone. The first pass may turn an iota subscript before the eta into
	// a letter, and the eta then no longer stands alone.
	return locale === "el" ? upper.toLocaleUpperCase(locale) : upper;
}
