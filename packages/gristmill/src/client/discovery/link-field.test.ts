import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLinks } from "./link-field.js";

const AT = new URL("http://h/v1/mill");

test("links are read with their relations and types, commas and quotes inside them included", () => {
	const field = '<a,b>; rel="One two"; type="x/y, \\"z\\"" , <https://o/c> ;rel=three';
	assert.deepEqual(
		parseLinks(field, AT).map(({ href, relations, type }) => [href.href, relations, type]),
		[
			["http://h/v1/a,b", ["one", "two"], 'x/y, "z"'],
			["https://o/c", ["three"], undefined],
		],
	);
});

test("a link about something else, one out of HTTP and half of one are left out", () => {
	assert.equal(parseLinks('<a>; rel=x; anchor="mill"', AT).length, 1);
	assert.deepEqual(parseLinks('<a>; rel=x; anchor="other", <file:///etc>; rel=x, <half', AT), []);
	assert.deepEqual(parseLinks(null, AT), []);
});

test("the time grows with a hostile field, not with its square", () => {
	for (const piece of [";a", "<", '<>;x="', "<a>; rel=x,", '; "'])
		assert.ok(parseLinks(piece.repeat(50_000), AT).length <= 50_000);
});
