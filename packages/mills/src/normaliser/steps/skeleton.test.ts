import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "../../../../gristmill/dist/testing/command.js";
import { cpuGrowth } from "../../testing/growth.js";
import { everyCharacter } from "../../testing/unicode-data.js";
import { skeleton } from "./skeleton.js";

test("names that look alike have one skeleton", () => {
	for (const [one, other] of [
		["paypal", "pаypаl"],
		["paypal", "𝔭𝒶ỿ𝕡𝕒ℓ"],
		["Scope", "Ѕсоре"],
		["mom", "rnorn"],
		["Michael", "Michae1"],
		["ΑΒΕ", "ABE"],
		["google", "goo\u200bgle"],
		["é", "e\u0301"],
	] as const)
		assert.equal(skeleton(one), skeleton(other), `${one} ${other}`);
});

test("names that look different have different skeletons", () => {
	for (const [one, other] of [
		["paypal", "paypals"],
		["Anna", "anna"],
		["e", "é"],
		["東京", "京東"],
	] as const)
		assert.notEqual(skeleton(one), skeleton(other));
});

test("every form of a character has one skeleton", () => {
	for (const character of everyCharacter()) {
		for (const form of ["NFC", "NFD"] as const) {
			const text = character.normalize(form);
			if (text !== character && skeleton(text) !== skeleton(character))
				assert.fail(`U+${character.codePointAt(0)?.toString(16)} in ${form}`);
		}
	}
});

test("the time for a skeleton grows with the text", async () => {
	for (const unit of ["\u0301\u0323", "m", "\ufdfa", "\u00ad\u0301", "𝔭"]) {
		const growth = await cpuGrowth((size) => skeleton(unit.repeat(size)), 4_000, { factor: 8, most: 24 });
		assert.ok(growth <= 24, `${unit}: ${growth.toFixed(0)}`);
	}
});

test("the table of confusables is what its tool makes of the package", async () => {
	const tool = (await import(`${ROOT}tools/confusables-table.mjs`)) as { confusablesTable: () => string };
	assert.equal(
		readFileSync(`${ROOT}packages/mills/src/normaliser/tables/confusables-table.ts`, "utf8"),
		tool.confusablesTable(),
	);
});
