import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { prettyJson } from "./pretty-json.js";

test("JSON is written as JSON.stringify would indent it", () => {
	fc.assert(
		fc.property(fc.json(), (text) => {
			const value: unknown = JSON.parse(text);
			assert.equal(prettyJson(JSON.stringify(value)), JSON.stringify(value, null, 2));
		}),
	);
});

test("a number keeps every digit that came", () => {
	assert.equal(prettyJson('{"n":12345678901234567890.10}'), '{\n  "n": 12345678901234567890.10\n}');
});

test("the indentation of deeply nested JSON grows with its depth, not with the square of it", () => {
	const depth = 20_000;
	const text = prettyJson("[".repeat(depth) + "]".repeat(depth));
	assert.ok(text.length < 500 * depth);
	assert.equal(text.replace(/\s/g, ""), "[".repeat(depth) + "]".repeat(depth));
});

test("a long string takes no stack", () => {
	const long = `"${"a".repeat(20_000_000)}"`;
	assert.equal(prettyJson(long).length, long.length);
});
