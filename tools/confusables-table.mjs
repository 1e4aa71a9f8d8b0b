// Makes packages/mills/src/normaliser/tables/confusables-table.ts from Unicode's confusables.txt 13.0.0 (UTS #39), as the npm package
// unhomoglyph 1.0.6 holds it: node tools/confusables-table.mjs
import { createRequire } from "node:module";
import { constant, escapedText, writeTable } from "./normaliser-table.mjs";

const confusables = createRequire(import.meta.url)("unhomoglyph/data.json");
const TABLE = new URL("../packages/mills/src/normaliser/tables/confusables-table.ts", import.meta.url);

/** The source of the table: each prototype, and all characters that look like it. */
export function confusablesTable() {
	const groups = new Map();
	for (const [source, prototype] of Object.entries(confusables)) {
		// An entry that maps a character to itself says nothing.
		if (source !== prototype) groups.set(prototype, [...(groups.get(prototype) ?? []), source]);
	}
	const entries = [...groups].map(([prototype, sources]) => {
		const codes = sources.map((source) => source.codePointAt(0)).sort((a, b) => a - b);
		return `${escapedText(prototype)}:${codes.map((code) => escapedText(String.fromCodePoint(code))).join("")}`;
	});
	const comment = "Each prototype with the characters that look like it, a line for each.";
	return `// Made by tools/confusables-table.mjs from Unicode's confusables.txt 13.0.0, Copyright 2020 Unicode, Inc., under the terms at
// https://www.unicode.org/license.txt. Not to be edited by hand.

/** The version of UTS #39 that the table is taken from. */
export const CONFUSABLES_VERSION = "13.0";

${constant("CONFUSABLES", comment, entries.sort(), "\\n")}`;
}

writeTable(import.meta.url, TABLE, confusablesTable);
