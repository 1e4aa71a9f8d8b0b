import assert from "node:assert/strict";
import { test } from "node:test";
import { harmless, paintFor, paintJson, printable, printableLine, wantsColours } from "./terminal.js";

const VALUE = { name: 'a "b": {', n: [-1.5e3, true, null], empty: {} };

test("colours are for terminals alone, and never with NO_COLOR", () => {
	assert.equal(paintFor({ isTTY: true }, {}).bold("x"), "\u001b[1mx\u001b[0m");
	assert.equal(paintFor({ isTTY: false }, {}).bold("x"), "x");
	assert.equal(paintFor({}, {}).bold("x"), "x");
	assert.equal(paintFor({ isTTY: true }, { NO_COLOR: "1" }).bold("x"), "x");
	assert.equal(paintFor({ isTTY: true }, { TERM: "dumb" }).bold("x"), "x");
});

test("FORCE_COLOR asks for colours anywhere, or with 0 and false for none, and wins over NO_COLOR", () => {
	for (const FORCE_COLOR of ["1", "true", "3"]) {
		assert.ok(wantsColours({}, { FORCE_COLOR }));
		assert.ok(wantsColours({ isTTY: true }, { FORCE_COLOR, TERM: "dumb" }));
		assert.ok(wantsColours({ isTTY: true }, { FORCE_COLOR, NO_COLOR: "1" }));
	}
	for (const FORCE_COLOR of ["0", "false"]) assert.ok(!wantsColours({ isTTY: true }, { FORCE_COLOR }));
	assert.ok(!wantsColours({}, { FORCE_COLOR: "" }));
	assert.ok(wantsColours({ isTTY: true }, { FORCE_COLOR: "", NO_COLOR: "" }));
});

test("coloured JSON without its colours is the original JSON", () => {
	const painted = paintJson(JSON.stringify(VALUE), paintFor({ isTTY: true }, {}));
	// biome-ignore lint/suspicious/noControlCharactersInRegex: the colours are taken off again
	assert.deepEqual(JSON.parse(painted.replace(/\u001b\[\d+m/g, "")), VALUE);
	assert.ok(painted.includes('\u001b[36m"name"\u001b[0m: \u001b[32m"a \\"b\\": {"\u001b[0m,'));
	assert.ok(painted.includes("\u001b[33m-1500\u001b[0m"));
	assert.deepEqual(JSON.parse(paintJson(JSON.stringify(VALUE), paintFor({}, {}))), VALUE);
});

test("control characters are taken out of a stranger's text, line ends and tabs are not", () => {
	assert.equal(printable("a\u001b[2J\u009bx\r\n\tb"), "a\ufffd[2J\ufffdx\ufffd\n\tb");
});

test("a stranger's text cannot be shown in another order than it has", () => {
	assert.equal(printable("a\u202egpj.exe\u2066\u200f"), "a\ufffdgpj.exe\ufffd\u200f");
	const json = JSON.stringify({ name: "a\u202egpj.exe\u2069" });
	assert.equal(harmless(json), '{"name":"a\\u202egpj.exe\\u2069"}');
	assert.ok(paintJson(json, paintFor({}, {})).includes("a\\u202egpj"));
});

test("text that is printed on one line cannot imitate another line", () => {
	assert.equal(printableLine("a \r\n\ngristmill: b\u001b"), "a gristmill: b\ufffd");
});

test("on a terminal, JSON with a stranger's text has no control characters", () => {
	const line = `${JSON.stringify({ output: "a\u001b[31m\u009b2J\u007fé" })}\n`;
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
	assert.doesNotMatch(harmless(line), /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
	assert.deepEqual(JSON.parse(harmless(line)), JSON.parse(line));
});
