import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { AnswerWriter, together } from "./answer-writer.js";

const TEXTS = ["", "a", "é€👩‍👩‍👧", "x".repeat(5_000), "é".repeat(100_000), "last"];

test("answers are lines, whatever their size, as text or as bytes", () => {
	const writer = new AnswerWriter();
	const lines = TEXTS.flatMap((text) => [writer.line(text), writer.line(new Uint8Array(Buffer.from(text)))]);
	const expected = TEXTS.flatMap((text) => [`${text}\n`, `${text}\n`]);
	assert.deepEqual(lines.map(String), expected);
	assert.equal(together(lines).toString(), expected.join(""));
});

test("answers of one turn are one piece without a copy", () => {
	const writer = new AnswerWriter();
	const lines = ["one", "two", "three"].map((text) => writer.line(text));
	const whole = together(lines.slice(1));
	assert.equal(whole.buffer, lines[0]?.buffer);
	assert.equal(whole.toString(), "two\nthree\n");
	assert.equal(together([lines[0] as Buffer, lines[2] as Buffer]).toString(), "one\nthree\n");
});

test("answers that were given are not written over", () => {
	const writer = new AnswerWriter();
	const lines = Array.from({ length: 5_000 }, (_, i) => writer.line(`${i}`.padEnd(100)));
	assert.ok(lines.every((line, i) => line.toString() === `${`${i}`.padEnd(100)}\n`));
});
