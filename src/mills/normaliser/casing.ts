import { FOLDS } from "./fold-table.js";

/** Characters that lower case leaves alone and full case folding does not: ß, ς, ligatures, small Cherokee and more. */
const table = new Map(
	FOLDS.split(" ")
		.map((entry) => entry.split(":") as [string, string])
		// An engine that does not know a character must not meet it in one step only.
		.filter(([character]) => !/\p{Unassigned}/u.test(character)),
);
const FOLDING = new RegExp(`[${[...table.keys()].join("")}]`, "gu");

/** Unicode's full case folding (statuses C and F of CaseFolding.txt). */
export function fold(text: string): string {
	return text.toLowerCase().replace(FOLDING, (character) => table.get(character) ?? character);
}

/** Lower or upper case by the rules of a language; `root` for none. */
export function inCase(text: string, direction: "lower" | "upper" | "fold", locale: string): string {
	if (direction === "fold") return fold(text);
	if (direction === "lower") return locale === "root" ? text.toLowerCase() : text.toLocaleLowerCase(locale);
	const upper = locale === "root" ? text.toUpperCase() : text.toLocaleUpperCase(locale);
	// Greek keeps the accent of an eta that stands alone, and a iota below what stands before it has just become a letter.
	return locale === "el" ? upper.toLocaleUpperCase(locale) : upper;
}
