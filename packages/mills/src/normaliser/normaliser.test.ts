import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { examine } from "../../../gristmill/dist/runtime/loading/examine.js";
import { ROOT } from "../../../gristmill/dist/testing/command.js";
import { callerOf } from "../../../gristmill/dist/testing/mill-call.js";
import { MAX_INPUT } from "./characters/bound.js";
import normaliser from "./normaliser.js";
import { CHOICE_NAMES, CHOICES, PRESETS } from "./steps/settings.js";

const JSON_TYPE = "application/json";

interface Answer {
	readonly text: string;
	readonly changed: boolean;
	readonly steps: readonly { readonly step: string; readonly changed: boolean }[];
	readonly unicode: string;
	readonly skeleton?: string;
}

const { ready, call, refusal } = callerOf<Answer>(normaliser);

test("the examples are met", async () => {
	for (const { example, agrees, actual } of await examine(await ready()))
		assert.ok(agrees, `example ${example}: ${JSON.stringify(actual)}`);
});

test("the empty text is answered with the empty text", async () => {
	for (const preset of ["clean", "search", "ascii", "none"]) {
		const { text, changed } = await call("", { query: `preset=${preset}` });
		assert.deepEqual([text, changed], ["", false]);
	}
	assert.equal((await call('""', { contentType: JSON_TYPE })).text, "");
});

test("a byte order mark goes with the invisible characters, and stays where they stay", async () => {
	assert.deepEqual([(await call("\ufeffa")).text, (await call("\ufeffa")).changed], ["a", true]);
	assert.equal((await call("\ufeffa", { query: "invisibles=keep" })).text, "\ufeffa");
	assert.equal((await call("\ufeffa", { query: "preset=none" })).text, "\ufeffa");
	assert.equal((await call(Buffer.from("\ufeffa", "utf16le"), { charset: "utf-16" })).text, "a");
});

test("a step's own parameter overrides the preset, in both directions", async () => {
	assert.equal((await call("A  b", { query: "whitespace=keep" })).text, "A  b");
	assert.equal((await call("A  b", { query: "preset=none&case=lower" })).text, "a  b");
	assert.deepEqual((await call("A", { query: "preset=none" })).steps, []);
});

test("text in other charsets is decoded first", async () => {
	assert.equal((await call(Buffer.from([0xe9]), { charset: "iso-8859-1" })).text, "é");
});

test("what is not valid Unicode is refused with its place, or replaced on request", async () => {
	const bytes = Buffer.from([0x61, 0xff]);
	const { members, detail } = await refusal(bytes);
	assert.deepEqual(members, { offset: 1 });
	assert.match(detail ?? "", /at byte 1\./);
	assert.equal((await call(bytes, { query: "invalid=replace" })).text, "a\ufffd");
	assert.deepEqual((await refusal('"a\\ud800"', { contentType: JSON_TYPE })).members, { offset: 1 });
	assert.equal(
		(await call('"a\\ud800"', { query: "invalid=replace", contentType: JSON_TYPE })).text,
		"a\ufffd",
	);
});

test("JSON that is no string is refused", async () => {
	for (const body of ["1", "[]", "null", '{"text":"a"}'])
		assert.equal((await refusal(body, { contentType: JSON_TYPE })).code, "invalid-input");
});

for (const [query, detail] of [
	[
		"form=nfkc_cf&case=upper",
		"form=nfkc_cf folds case itself. Leave out case=upper, or choose another form.",
	],
	["preset=search&case=fold", "form=nfkc_cf folds case itself. Leave out case=fold, or choose another form."],
	["locale=tr", "locale=tr is for case=lower and case=upper only."],
	["locale=el&case=fold", "locale=el is for case=lower and case=upper only."],
	[
		"preset=ascii&case=upper&locale=tr",
		"With translit=ascii, letters have one case in every language. Omit locale=tr.",
	],
	["locale=de", "locale=de is for letters=fold and translit=ascii only."],
	["preset=search&locale=ja", "locale=ja is for translit=ascii only."],
	[
		"replace=url,name",
		'The parameter "replace" has "name", and must be a list of url, email, phone, emoji, hashtag, mention.',
	],
	["replace=url&remove=email,url", "url stands in both replace and remove. Name it in one of them."],
	[
		"form=NFC",
		'The parameter "form" is "NFC", and must be one of preset, keep, nfc, nfd, nfkc, nfkd, nfkc_cf.',
	],
	["whitespaces=keep", 'Unknown parameter "whitespaces". Did you mean "whitespace"?'],
	["preset=dirty", 'The parameter "preset" is "dirty", and must be one of clean, search, ascii, none.'],
] as const)
	test(`the parameters ${query} are refused`, async () => {
		const problem = await refusal("a", { query });
		assert.equal(problem.code, "bad-parameter");
		assert.equal(problem.detail, detail);
		assert.deepEqual(problem.members.known, Object.keys(normaliser.parameters.properties as object));
	});

test("preset=search with a form of its own may have a case", async () => {
	assert.equal((await call("É", { query: "preset=search&form=nfc&case=upper" })).text, "E");
});

test("a skeleton is added on request, and only then", async () => {
	assert.equal("skeleton" in (await call("a")), false);
	assert.equal((await call("Ѕсоре", { query: "skeleton=true" })).skeleton, "Scope");
});

test("kanji are kept in Japanese texts, and spelt like Chinese in others", async () => {
	assert.equal((await call("東京タワー", { query: "preset=ascii&locale=ja" })).text, "東京tawa");
	assert.equal((await call("東京タワー", { query: "preset=ascii" })).text, "DongJingtawa");
});

test("German umlauts are spelt by choice, in a search and in ASCII", async () => {
	for (const [preset, text] of [
		["search", "muller gross"],
		["search&locale=de", "mueller gross"],
		["ascii", "Muller gross"],
		["ascii&locale=de", "Mueller gross"],
	])
		assert.equal((await call("Müller groß", { query: `preset=${preset}` })).text, text, preset);
});

test("an answer that would be too large is a problem", async () => {
	const { code, detail } = await refusal("\ufdfa".repeat(MAX_INPUT / 5), { query: "form=nfkc" });
	assert.equal(code, "answer-too-large");
	assert.equal(detail, "The answer would exceed 48 MiB. Send less text, or ask for a form that grows less.");
});

test("the description tells the limits and the version of Unicode", () => {
	assert.match(normaliser.description, /at most\s16 MiB, and gives at most 48 MiB/);
	assert.match(normaliser.description, /Follows Unicode \d+\.\d/);
});

test("docs/normaliser.md holds exactly the steps, their values and the presets", () => {
	const rows = readFileSync(`${ROOT}docs/normaliser.md`, "utf8")
		.split("\n")
		.filter((line) => line.startsWith("| `"));
	const { clean, search, ascii } = PRESETS;
	const table = CHOICE_NAMES.map((step) => {
		const values = CHOICES[step].map((value) => `\`${value}\``).join(", ");
		return `| \`${step}\` | ${values} | ${clean[step]} | ${search[step]} | ${ascii[step]} |`;
	});
	assert.deepEqual(rows, table);
});
