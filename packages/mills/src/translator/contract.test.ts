import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "gristmill";
import { choosePair } from "./contract.js";

const PAIRS = [
	{ from: "en", to: "es" },
	{ from: "es", to: "en" },
	{ from: "es", to: "pt" },
	{ from: "es", to: "pt-BR" },
];

function problemOf(asked: { from?: string; to?: string }): Problem {
	try {
		choosePair(PAIRS, asked);
	} catch (error) {
		assert.ok(Problem.is(error));
		return error;
	}
	return assert.fail("nothing was rejected");
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

test("an unsupported pair is rejected with the list of supported pairs", () => {
	for (const asked of [{ from: "de", to: "en" }, { from: "en", to: "en" }, { from: "pt" }, { to: "x1" }]) {
		const { code, members } = problemOf(asked);
		assert.deepEqual([code, members.pairs], ["unsupported-pair", PAIRS]);
	}
	assert.equal(
		problemOf({ from: "de" }).detail,
		'The translation from de to any is not supported. Choose one of the pairs in "pairs".',
	);
});

test("if more than one pair matches, the problem names the missing parameter", () => {
	assert.equal(problemOf({}).detail, 'The parameter "from" is missing. Set it to one of en, es.');
	assert.equal(
		problemOf({ from: "es" }).detail,
		'The parameter "to" is missing. Set it to one of en, pt, pt-BR.',
	);
	assert.equal(problemOf({ from: "es" }).code, "bad-parameter");
});
