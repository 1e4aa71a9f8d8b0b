import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { findNames } from "./document/names/names.js";
import type { Change } from "./document/numbers/changes.js";
import { findItems } from "./document/protect/items.js";
import { prepare } from "./prepare.js";

type Rule = "spelling" | "names" | "times";

// Not compiled: the tables lie beside the source of this test.
const rows = (name: string) =>
	readFileSync(new URL(`../../src/translator/${name}.tsv`, import.meta.url), "utf8")
		.trim()
		.split("\n")
		.slice(1)
		.map((line) => {
			const [rule = "", from, sentence = "", expected = ""] = line.split("\t");
			return { rule: rule as Rule, from, sentence, expected };
		});

const CHANGES: Readonly<Record<Rule, readonly Change["rule"][]>> = {
	spelling: ["spelling", "doubles"],
	names: [],
	times: ["times", "units"],
};

/** What the rules of one kind make of a sentence: the sentence, or the names in it. Empty if nothing. */
function applied({
	rule,
	from,
	sentence,
}: {
	rule: Rule;
	from: string | undefined;
	sentence: string;
}): string {
	if (rule === "names")
		return findNames(sentence)
			.map(({ start, end }) => sentence.slice(start, end))
			.join();
	const pair = from === "en" ? ({ from, to: "es" } as const) : ({ from: "es", to: "en" } as const);
	const { text, changes } = prepare(sentence, findItems(sentence), pair);
	return changes.some((change) => CHANGES[rule].includes(change.rule)) ? text : "";
}

describe("the rules for spelling, names, times and units", () => {
	it("change nothing in ordinary sentences", () => {
		const table = rows("unchanged");
		for (const rule of ["spelling", "names", "times"])
			assert.ok(table.filter((row) => row.rule === rule).length >= 100, rule);
		const wrong = table
			.map((row) => ({ ...row, changed: applied(row) }))
			.filter(({ changed }) => changed !== "");
		assert.deepEqual(wrong, []);
	});

	// Written before the rules were mended, and not looked at in between. docs/translator.md has these figures.
	it("do as well as the documentation says on sentences that were set aside", () => {
		const right: Record<string, number> = {};
		for (const row of rows("unseen")) {
			const kind = `${row.rule}, ${row.expected === "" ? "nothing to change" : "something to change"}`;
			right[kind] = (right[kind] ?? 0) + (applied(row) === row.expected ? 1 : 0);
		}
		for (const [kind, sentences] of Object.entries(right)) assert.equal(sentences, 50, kind);
		assert.equal(Object.keys(right).length, 6);
	});
});
