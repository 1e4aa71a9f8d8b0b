import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** What the normaliser takes from Unicode's data. Entries are "character:text", with a space between them. */
interface Tables {
	/** The version of Unicode that the case folding is taken from. */
	readonly unicode: string;
	/** Characters that lower case leaves alone and full case folding does not, each with what it becomes. */
	readonly folds: string;
	/** Fractions, circled numbers, units and accents that stand alone, in plain characters. */
	readonly spellings: string;
	/** Characters above the line, each with the plain one. */
	readonly superscripts: string;
	/** Characters below the line, each with the plain one. */
	readonly subscripts: string;
	/** Latin letters that have no accent to lose, each with the plain letters for it. */
	readonly letters: string;
	/** The names of arrows, mathematical, technical and other symbols, by code point. */
	readonly names: string;
	/** The version of UTS #39 that the characters that look alike are taken from. */
	readonly uts39: string;
	/** Each prototype with the characters that look like it, a line for each. */
	readonly confusables: string;
}

/**
 * Made by `tools/normaliser-tables.mjs` from data under the Unicode License v3, and from confusables.txt 13.0.0, Copyright 2020 Unicode,
 * Inc., under the terms at https://www.unicode.org/license.txt.
 */
export const TABLES_FILE = new URL("../../../models/normaliser/tables.json.br", import.meta.url);

export const TABLES: Tables = JSON.parse(brotliDecompressSync(readFileSync(TABLES_FILE)).toString());
