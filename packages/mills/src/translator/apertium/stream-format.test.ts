import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyText } from "../../testing/any-text.js";
import { hostileText, random } from "../../testing/hostile-texts.js";
import { decode, encode, pieces } from "./stream-format.js";

const joined = (text: string) =>
	pieces(text)
		.map(({ text }) => text)
		.join("");
const translatable = (text: string) =>
	pieces(text)
		.filter(({ translatable }) => translatable)
		.map(({ text }) => text);

test("the joined pieces of any text are the text, and decoding reverses encoding", () => {
	fc.assert(
		fc.property(anyText({ maxLength: 400 }), (text) => {
			assert.equal(joined(text), text);
			for (const piece of translatable(text)) assert.equal(decode(encode(piece)), piece);
		}),
	);
});

test("line ends, control characters and outer white space do not go through the pipeline", () => {
	assert.deepEqual(translatable("  One two.\r\n\r\n\tThree\0four\u200bfive ~six\u2028seven "), [
		"One two.",
		"Three",
		"four",
		"five",
		"six",
		"seven",
	]);
	assert.deepEqual(translatable(" \n\0\n "), []);
	assert.deepEqual(translatable(""), []);
});

test("an encoded piece has no NUL, no line end, no unescaped bracket and no long word", () => {
	fc.assert(
		fc.property(anyText({ maxLength: 400 }), (text) => {
			for (const piece of translatable(text)) {
				const bare = encode(piece).replace(/\\./gs, "");
				assert.doesNotMatch(bare, /[\0\r\n{}^$/@<>]/);
				assert.ok(piece.split(/\s/).every((word) => word.length < 200));
			}
		}),
	);
});

test("a long line is split after sentences, else between words, and nothing is lost", () => {
	const sentences = "This is a sentence of a text. ".repeat(1_000);
	for (const piece of translatable(sentences)) assert.match(piece, /^This .{1,3990} text\.$/);
	for (const space of [" ", "\u00a0", "  "]) {
		const words = `word${space}`.repeat(5_000);
		assert.equal(joined(words), words);
		assert.ok(translatable(words).every((piece) => piece.length <= 4_000 && /^word.*word$/.test(piece)));
	}
});

test("a long text of any character is split into short pieces", () => {
	for (const unit of [
		"\0",
		"\n",
		" ",
		"a",
		"a ",
		"a\t",
		"~a",
		"\u00a0",
		". ",
		`${"a".repeat(199)} `,
		"[",
		"\\",
	]) {
		const text = unit.repeat(50_000 / unit.length);
		assert.ok(joined(text) === text, JSON.stringify(unit.slice(0, 9)));
		for (const piece of translatable(text)) assert.ok(piece.length <= 4_000);
	}
});

test("hostile texts are split without loss", () => {
	const next = random(3);
	for (let i = 0; i < 500; i++) {
		const text = hostileText(next);
		assert.equal(joined(text), text);
	}
});
