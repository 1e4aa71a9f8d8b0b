// Packs the tables that the normaliser takes from Unicode's data:
//   node tools/normaliser-tables.mjs        writes packages/mills/models/normaliser/tables.json.br
// The same packages give the same content; a test makes it again and compares.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { confusables } from "./confusables-table.mjs";
import { folds } from "./fold-table.mjs";
import { symbols } from "./symbol-table.mjs";

const FILE = new URL("../packages/mills/models/normaliser/tables.json.br", import.meta.url);

/** The content of the file, by the keys of packages/mills/src/normaliser/tables/tables.ts. */
export const normaliserTables = () => ({
	unicode: "17.0",
	folds: folds(),
	...symbols(),
	uts39: "13.0",
	confusables: confusables(),
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	mkdirSync(new URL(".", FILE), { recursive: true });
	writeFileSync(FILE, brotliCompressSync(JSON.stringify(normaliserTables())));
}
