import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../core/problem.js";
import { choosePair } from "./contract.js";

const PAIRS = [
	{ from: "en", to: "es" },
	{ from: "es", to: "en" },
	{ from: "es", to: "pt" },
	{ from: "es", to: "pt-BR" },
];

function refused(asked: { from?: string; to?: string }): Problem {
	try {
		choosePair(PAIRS, asked);
	} catch (error) {
		assert.ok(Problem.is(error));
		return error;
	}
	return assert.fail("nothing was refused");
}

for (const [asked, from, to] of [
	[{ from: "en", to: "es" }, "en", "es"],
	[{ from: "en" }, "en", "es"],
	[{ to: "es" }, "en", "es"],
	[{ to: "pt" }, "es", "pt"],
	[{ from: "EN" }, "en", "es"],
	[{ from: "eng" }, "en", "es"],
	[{ from: "en-GB", to: "es-419" }, "en", "es"],
	[{ to: "pt_br" }, "es", "pt-BR"],
	[{ to: "pt-PT" }, "es", "pt"],
] as const)
	test(`${JSON.stringify(asked)} means ${from} to ${to}`, () => {
		assert.deepEqual(choosePair(PAIRS, asked), { from, to });
	});

test("a pair that is not on offer is refused with those that are", () => {
	for (const asked of [{ from: "de", to: "en" }, { from: "en", to: "en" }, { from: "pt" }, { to: "x1" }]) {
		const { code, members } = refused(asked);
		assert.deepEqual([code, members.pairs], ["unsupported-pair", PAIRS]);
	}
	assert.equal(refused({ from: "de" }).detail, "Choose a pair that is on offer: de to any is not.");
});

test("what is missing is asked for where more than one pair fits", () => {
	assert.equal(refused({}).detail, 'Give the parameter "from": it may be en, es.');
	assert.equal(refused({ from: "es" }).detail, 'Give the parameter "to": it may be en, pt, pt-BR.');
	assert.equal(refused({ from: "es" }).code, "bad-parameter");
});
