import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { firstPart } from "./first-part.js";

test("the first part of a JSON text is JSON, wherever the text is cut", () => {
	const objects = fc.dictionary(fc.string(), fc.jsonValue());
	fc.assert(
		fc.property(objects, fc.nat(), (value, at) => {
			const text = JSON.stringify(value);
			assert.equal(firstPart(text), text);
			const part = firstPart(text.slice(0, 1 + (at % text.length)));
			assert.ok(text.startsWith(part.replace(/"?[\]}]*$/, "")), part);
			assert.equal(typeof JSON.parse(part), "object");
		}),
	);
});

test("whole items are kept, and the start of a long string", () => {
	assert.equal(
		firstPart('{"count":3,"tokens":[{"id":1},{"id":2},{"i'),
		'{"count":3,"tokens":[{"id":1},{"id":2}]}',
	);
	assert.equal(firstPart('{"text":"a {[,\\u00e'), '{"text":"a {[,"}');
	assert.equal(firstPart('{"a":1,"na'), '{"a":1}');
});
