import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "gristmill";
import { MOST_HELD } from "../long/held-pieces.js";
import { hostileText, random } from "../testing/hostile-texts.js";
import { joined, normalisePieces } from "./long.js";
import { normalise } from "./pipeline.js";
import { PRESETS, type Settings } from "./steps/settings.js";

const RUNS = Number(process.env.TEST_RUNS ?? 60);
const NONE: Settings = { ...PRESETS.none, locale: "root" };
const SETTINGS: Readonly<Record<string, Settings>> = {
	clean: { ...PRESETS.clean, locale: "root" },
	search: { ...PRESETS.search, locale: "de" },
	ascii: { ...PRESETS.ascii, locale: "root" },
	none: NONE,
	html: { ...NONE, html: "decode", bidi: "overrides", whitespace: "flatten", form: "nfd" },
	mojibake: { ...NONE, mojibake: "fix" },
	upper: { ...NONE, case: "upper", locale: "el", form: "nfkc", whitespace: "trim", width: "narrow" },
	found: {
		...PRESETS.clean,
		locale: "root",
		cjk: "space",
		found: { url: "remove", phone: "replace", emoji: "remove", hashtag: "replace" },
	},
};

/** Where steps look over a line break, or might. */
const LINES = [
	"word\nword",
	"one.\r\nTwo",
	"これ。\n本",
	"Σας\nΣ",
	"a\n\nb",
	"π\nx",
	"\u202aopen",
	"\u202c",
	"\u202e",
	"&#10;",
	"&amp",
	"\x1b]0;t\x07",
	"see https://a.b/c\nNext",
	"#tag\nword",
	"+49 30\n1234567",
	"@me\nThe",
	"😀\nA",
	"e\n\u0301",
	"ー\n本",
	"5\nΩ",
	"ÃŸ\nÃ©",
];

/** A text with many line breaks, in chunks of any size. */
function chunked(next: () => number): { text: string; chunks: string[] } {
	let text = "";
	for (let i = 0; i < 12; i++)
		text += next() < 0.5 ? hostileText(next).slice(0, 60) : LINES[Math.floor(next() * LINES.length)];
	const chunks: string[] = [];
	for (let at = 0; at < text.length; ) {
		const end = at + 1 + Math.floor(next() ** 2 * 80);
		chunks.push(text.slice(at, end));
		at = end;
	}
	return { text, chunks };
}

async function inPieces(chunks: readonly string[], settings: Settings) {
	const pieces = [];
	for await (const piece of normalisePieces(chunks, settings)) pieces.push(piece);
	return {
		pieces: pieces.length,
		text: pieces.map(({ text }) => text).join(""),
		steps: pieces.map(({ steps }) => steps).reduce(joined),
		isChanged: pieces.some(({ isChanged }) => isChanged),
	};
}

for (const [name, settings] of Object.entries(SETTINGS))
	test(`the pieces of a text are together what it is as a whole: ${name}`, async () => {
		const next = random(45);
		let most = 0;
		for (let i = 0; i < RUNS; i++) {
			const { text, chunks } = chunked(next);
			const whole = await normalise(text, settings);
			const { pieces, ...found } = await inPieces(chunks, settings);
			most = Math.max(most, pieces);
			const about = JSON.stringify(chunks);
			assert.equal(found.text, whole.text, about);
			assert.deepEqual(found.steps, whole.steps, about);
			assert.equal(found.isChanged, whole.text !== text, about);
		}
		assert.equal(most > 1, name !== "mojibake");
	});

test("an empty text is one piece", async () => {
	assert.deepEqual((await inPieces([], NONE)).text, "");
});

test("a text without a place to cut is held back up to a limit, and refused beyond it", async () => {
	const chunk = "x".repeat(MOST_HELD / 16);
	const chunks = (count: number) => Array.from({ length: count }, () => chunk);
	assert.equal((await inPieces(chunks(16), NONE)).pieces, 1);
	await assert.rejects(inPieces(chunks(17), NONE), (error) => {
		assert.ok(Problem.is(error));
		assert.equal(error.code, "content-too-large");
		assert.match(error.detail ?? "", /^More than 16 MiB of the text have no place/);
		return true;
	});
});
