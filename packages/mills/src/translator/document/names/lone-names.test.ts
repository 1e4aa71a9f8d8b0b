import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { findNames } from "./names.js";

// Not compiled: the table lies beside the source of this test.
const TABLE = new URL("../../../../src/translator/document/names/lone-names.tsv", import.meta.url);
const CASES = readFileSync(TABLE, "utf8")
	.trim()
	.split("\n")
	.slice(1)
	.flatMap((line) => {
		const [sentence = "", names = ""] = line.split("\t");
		return names.split(",").map((name) => [sentence, name] as const);
	});

describe("names that stand alone", () => {
	it("are found in each case of the table, and nothing else is", () => {
		assert.ok(CASES.length >= 200);
		const wrong = CASES.flatMap(([sentence, written]) => {
			const text = sentence.replace("*", written.replace("-", ""));
			const found = findNames(text).map(({ start, end }) => text.slice(start, end));
			return found.join() === (written.startsWith("-") ? "" : written) ? [] : [`${text} | ${found.join()}`];
		});
		assert.deepEqual(wrong, []);
	});

	it("are not found among the people of the Bible, kings and saints", () => {
		for (const text of [
			"Jesus spoke with Peter and John.",
			"the church of Saint Paul",
			"El rey mandó llamar a Juan.",
		])
			assert.deepEqual(findNames(text), [], text);
	});
});
