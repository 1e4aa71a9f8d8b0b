import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "../../packages/gristmill/dist/testing/command.js";

const FOLDER = `${ROOT}training/translator/phrasebook/`;
const linesOf = (name: string) =>
	readFileSync(FOLDER + name, "utf8")
		.trimEnd()
		.split("\n");
const plain = (text: string) =>
	text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();

const trained = readdirSync(FOLDER)
	.filter((name) => /^\d.*\.tsv$/.test(name))
	.flatMap((name) => linesOf(name).map((line) => ({ name, line })));

test("every line of the phrasebook is a pair, and no pair stands twice", () => {
	const seen = new Set<string>();
	for (const { name, line } of trained) {
		assert.match(line, /^[^\t]*\S[^\t]*\t[^\t]*\S[^\t]*$/, name);
		assert.ok(!seen.has(line), `twice: ${name}: ${line}`);
		seen.add(line);
	}
});

test("no sentence of the test set is trained on", () => {
	const kept = new Set(linesOf("everyday-test.tsv").flatMap((line) => line.split("\t").map(plain)));
	const leaked = trained.filter(({ line }) => line.split("\t").some((side) => kept.has(plain(side))));
	assert.deepEqual(leaked, []);
});
