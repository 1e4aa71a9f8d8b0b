import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { prepare } from "../../prepare.js";
import { findItems } from "../protect/items.js";

// Not compiled: the table lies beside the source of this test.
const TABLE = new URL("../../../../src/translator/document/spelling/spelling.tsv", import.meta.url);
const CASES = readFileSync(TABLE, "utf8")
	.trim()
	.split("\n")
	.slice(1)
	.map((line) => line.split("\t"));

describe("chat spellings, misspellings and doubled words", () => {
	it("are written as in each case of the table", () => {
		assert.ok(CASES.length >= 200);
		const wrong = CASES.flatMap(([from, source = "", expected = source]) => {
			const pair = from === "en" ? ({ from, to: "es" } as const) : ({ from: "es", to: "en" } as const);
			const { text } = prepare(source, findItems(source), pair);
			return text === expected ? [] : [`${from}: ${source} | ${text}`];
		});
		assert.deepEqual(wrong, []);
	});

	it("tell what they changed", () => {
		assert.deepEqual(prepare("Thx, the the dog", [], { from: "en", to: "es" }).changes, [
			{ rule: "doubles", in: "source", before: "the the", after: "the" },
			{ rule: "spelling", in: "source", before: "Thx", after: "Thanks" },
		]);
	});

	it("leave items as they are", () => {
		const text = "thx, run `thx rn` at https://thx.example/rn plz";
		assert.equal(
			prepare(text, findItems(text), { from: "en", to: "es" }).text,
			"thanks, run `thx rn` at https://thx.example/rn pls",
		);
	});
});
