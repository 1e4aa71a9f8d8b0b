import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Pieces } from "./pieces.js";
import type { VocabularyFile } from "./vocabulary.js";

const ROOT = new URL("../../../../../", import.meta.url);
const file: VocabularyFile = JSON.parse(
	readFileSync(new URL("packages/mills/models/translator/vocab.json", ROOT), "utf8"),
);
const pieces = new Pieces(file);
const shown = (text: string) => Array.from(pieces.encode(text), (id) => file.pieces[id]?.[0]);

test("a text is split into pieces that mark where words start", () => {
	assert.deepEqual(shown("The cat."), ["▁The", "▁cat", "."]);
});

test("text with single spaces is decoded unchanged", () => {
	for (const text of [
		"The cat sat on the mat.",
		"¿Dónde está?",
		"漢字 and 👨‍👩‍👧",
		"a\tb\nc\0d",
		"<0x41> <s> </s> <unk>",
	])
		assert.equal(pieces.decode(pieces.encode(text)), text);
});

test("empty text has no ids", () => {
	for (const text of ["", " ", "    ", "▁", " ▁ ▁▁ "]) assert.deepEqual([...pieces.encode(text)], [], text);
	assert.equal(pieces.decode([]), "");
});

test("a tag in a text is not encoded as a tag", () => {
	for (const text of ["<2es>", "a<2en>b", "<2es><2en><2es>", "<<2es>2es>"]) {
		const ids = pieces.encode(text);
		assert.ok(!ids.includes(file.es) && !ids.includes(file.en), text);
	}
	assert.deepEqual(shown("one <2es>two"), shown("one two").with(1, "▁").concat("two"));
});

test("a character without a piece becomes its bytes", () => {
	assert.deepEqual(shown("a\u{1f600}").slice(1), ["<0xF0>", "<0x9F>", "<0x98>", "<0x80>"]);
	assert.deepEqual(shown("a漢").slice(1), ["<0xE6>", "<0xBC>", "<0xA2>"]);
	assert.deepEqual(shown("a\0").slice(1), ["<0x00>"]);
});

test("half a surrogate pair becomes U+FFFD", () => {
	for (const text of [
		"a\ud83d",
		"a\ude00",
		"\ud83d\ud83d",
		"\ude00\ud83d",
		"\ud83d b",
		"x\udfff\u{1f600}\ud800",
	])
		assert.deepEqual(shown(text), shown(Buffer.from(text).toString()), JSON.stringify(text));
});

test("each invalid byte becomes one U+FFFD", () => {
	const ids = (...bytes: number[]) =>
		bytes.map((byte) =>
			file.pieces.findIndex(([piece]) => piece === `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`),
		);
	assert.equal(pieces.decode(ids(0xe2, 0x82, 0xac)), "€");
	assert.equal(pieces.decode(ids(0xe2, 0x82)), "\ufffd\ufffd");
	assert.equal(pieces.decode(ids(0xed, 0xa0, 0x80, 0x41)), "\ufffd\ufffd\ufffdA");
	assert.equal(pieces.decode(ids(0xef, 0xbf, 0xbd)), "\ufffd");
	assert.equal(pieces.decode(ids(0xc0, 0x80, 0xf5)), "\ufffd\ufffd\ufffd");
});

test("ids without text are ignored", () => {
	const [the] = pieces.encode("The");
	assert.equal(pieces.decode([2, the as number, 0, 1, 3, file.es, file.en, 65_535, -1]), "The");
});

test("a vocabulary without all bytes is rejected", () => {
	assert.throws(() => new Pieces({ ...file, pieces: file.pieces.slice(0, 200) }), {
		message:
			/^The vocabulary has 194 bytes and 200 pieces\. It must have a piece for each of the 256 bytes, /,
	});
});

test("a line of a megabyte is decoded unchanged", () => {
	const text = "The cat sat, 漢 ".repeat(70_000).trim();
	assert.ok(text.length > 1_000_000);
	assert.ok(pieces.decode(pieces.encode(text)) === text);
});
