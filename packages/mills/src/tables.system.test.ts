import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { brotliDecompressSync } from "node:zlib";
import { MiB } from "gristmill";
import { TABLES } from "./normaliser/tables/tables.js";

const ROOT = new URL("../../../", import.meta.url);
const MODELS = new URL("packages/mills/models/tokeniser/", ROOT);

interface Packer {
	readonly VOCABULARIES: readonly string[];
	packVocabulary(name: string): Uint8Array;
	packClasses(): Promise<Uint8Array>;
}

const tool = <T>(name: string): Promise<T> => import(new URL(`tools/${name}.mjs`, ROOT).href);

test("the abbreviations are what their tool makes of CLDR", async () => {
	const { abbreviationTable } = await tool<{ abbreviationTable(): string }>("abbreviation-table");
	const table = new URL("packages/mills/src/tokeniser/sentences/abbreviation-table.ts", ROOT);
	assert.equal(readFileSync(table, "utf8"), abbreviationTable());
});

test("the tables of the normaliser are what their tool makes of Unicode's data", async () => {
	const { normaliserTables } = await tool<{ normaliserTables(): unknown }>("normaliser-tables");
	assert.deepEqual(TABLES, normaliserTables());
});

test("the packed vocabularies hold what the packages hold today", async () => {
	const packer = await tool<Packer>("pack-tokeniser");
	const unpacked = (name: string) => brotliDecompressSync(readFileSync(new URL(`${name}.br`, MODELS)));
	for (const name of packer.VOCABULARIES)
		assert.ok(unpacked(name).equals(packer.packVocabulary(name)), `pack ${name} again`);
	assert.ok(unpacked("classes").equals(await packer.packClasses()), "pack the classes again");
	assert.deepEqual(
		readdirSync(MODELS).sort(),
		["classes", ...packer.VOCABULARIES].map((name) => `${name}.br`).sort(),
	);
});

test("the packed vocabularies are small", () => {
	const bytes = readdirSync(MODELS).reduce((sum, name) => sum + statSync(new URL(name, MODELS)).size, 0);
	assert.ok(bytes < 1.5 * MiB, `${bytes} bytes`);
});
