import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { brotliDecompressSync } from "node:zlib";
import { MiB } from "gristmill";

const ROOT = new URL("../../../", import.meta.url);
const MODELS = new URL("packages/mills/models/tokeniser/", ROOT);

interface Packer {
	readonly VOCABULARIES: readonly string[];
	packVocabulary(name: string): Uint8Array;
	packClasses(): Promise<Uint8Array>;
}

const tool = <T>(name: string): Promise<T> => import(new URL(`tools/${name}.mjs`, ROOT).href);

for (const [name, table] of [
	["fold", "normaliser/tables/fold-table.ts"],
	["symbol", "normaliser/tables/symbol-table.ts"],
	["confusables", "normaliser/tables/confusables-table.ts"],
	["abbreviation", "tokeniser/sentences/abbreviation-table.ts"],
] as const)
	test(`${table} is what its tool makes of the packages`, async () => {
		const made = await tool<Record<string, () => string>>(`${name}-table`);
		assert.equal(
			readFileSync(new URL(`packages/mills/src/${table}`, ROOT), "utf8"),
			made[`${name}Table`]?.(),
		);
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
