import assert from "node:assert/strict";
import { test } from "node:test";
import { textLine } from "./text-line.js";

const AT = "03:04:05.678";

test("a line of text about a request begins with method, path and status", () => {
	const fields = {
		id: "a-1",
		method: "POST",
		route: "/tokeniser",
		status: 503,
		mill: "tokeniser",
		code: "overloaded",
		runMs: undefined,
		totalMs: 1.25,
	};
	assert.equal(
		textLine(AT, "warn", "request", fields, false),
		"03:04:05.678 warn  POST /tokeniser 503 1.25 ms id=a-1 code=overloaded\n",
	);
});

test("a value of several words is quoted, a stack stands below", () => {
	assert.equal(
		textLine(AT, "error", "a call failed", { why: "two words", error: "Error: x\n    at y" }, false),
		'03:04:05.678 error a call failed why="two words"\n    Error: x\n        at y\n',
	);
});

test("log text contains no control characters, and colours only on a terminal", () => {
	const line = textLine(AT, "info", "said", { a: "\u001b[2J", b: "\u001b[2J\n\u009b", c: "\u009b" }, false);
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
	assert.doesNotMatch(line, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
	assert.ok(textLine(AT, "error", "said", {}, true).includes("\u001b[31merror\u001b[0m"));
});
