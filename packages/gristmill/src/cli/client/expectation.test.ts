import assert from "node:assert/strict";
import { test } from "node:test";
import { differences } from "./expectation.js";

test("equal values have no differences, whatever the order of their members", () => {
	assert.deepEqual(differences({ a: [1, { b: null }], c: "x" }, { c: "x", a: [1, { b: null }] }), []);
	assert.deepEqual(differences(0, -0), []);
});

test("a difference is told with its place as a JSON pointer", () => {
	assert.deepEqual(differences({ "a/b": [1, 2] }, { "a/b": [1, 3, 4] }), [
		"/a~1b/1: expected 2, got 3",
		"/a~1b/2: expected nothing, got 4",
	]);
	assert.deepEqual(differences([], {}), ["the result: expected [], got {}"]);
	assert.deepEqual(differences(null, 1), ["the result: expected null, got 1"]);
});

test("many differences and long values are cut", () => {
	const found = differences(
		Array.from({ length: 100 }, () => "x".repeat(500)),
		Array.from({ length: 100 }, () => 1),
	);
	assert.ok(found.length <= 11);
	assert.ok((found[0]?.length ?? 999) < 120);
});
