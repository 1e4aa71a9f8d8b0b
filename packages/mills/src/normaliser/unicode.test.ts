import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyText } from "../testing/any-text.js";
import { isAssigned, nfkcCasefold } from "../testing/unicode-data.js";
import { fold } from "./steps/casing.js";
import { inForm } from "./steps/form.js";
import { TABLES } from "./tables/tables.js";
import { older, UNICODE } from "./unicode-version.js";

const numRuns = Number(process.env.TEST_RUNS ?? 300);

const casefold = nfkcCasefold();
const NEWER = /[\ua7ce-\ua7d4\ua7f1\u{16ea0}-\u{16eb8}]/u;
const letters = [...casefold.keys()].filter(isAssigned);
const character = fc.oneof(
	fc.constantFrom(...letters),
	fc.constantFrom(..."aeoιαω\u0300\u0301\u0308\u0327\u0345\u034f\u200d\u00adΣς\u1100\u1161\u11a8\u3099"),
	anyText({ minLength: 1, maxLength: 1 }).filter((one) => isAssigned(one) && !NEWER.test(one)),
);

test("NFKC_Casefold of a text is NFKC_CF of its characters, then NFC", () => {
	fc.assert(
		fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
			const expected = characters.map((one) => casefold.get(one) ?? one).join("");
			assert.equal(inForm(characters.join(""), "nfkc_cf"), expected.normalize("NFC"));
		}),
		{ numRuns },
	);
});

test("case folding of a text is that of its characters", () => {
	fc.assert(
		fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
			assert.equal(fold(characters.join("")), characters.map(fold).join(""));
		}),
		{ numRuns },
	);
});

test("the version that an answer follows is the older of the engine's and the table's", () => {
	assert.equal(older("15.1", "17.0"), "15.1");
	assert.equal(older("17.0", "9.0"), "9.0");
	assert.equal(older("17.0", "17.0"), "17.0");
	assert.equal(UNICODE, older(process.versions.unicode ?? "", TABLES.unicode));
});
