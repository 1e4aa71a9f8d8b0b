import assert from "node:assert/strict";
import { test } from "node:test";
import { parseEssence, parseMediaType } from "./media-type.js";

/** A parsed media type as plain data. */
function parsed(value: string): [string, Record<string, string>] | undefined {
	const type = parseMediaType(value);
	return type && [type.essence, Object.fromEntries(type.parameters)];
}

test("a plain media type has an essence and no parameters", () => {
	assert.deepEqual(parsed("text/plain"), ["text/plain", {}]);
});

test("type, subtype and parameter names are made lower case, parameter values are kept", () => {
	assert.deepEqual(parsed("Text/PLAIN; CharSet=UTF-8"), ["text/plain", { charset: "UTF-8" }]);
});

test("white space around the separators is allowed", () => {
	assert.deepEqual(parsed(" text/plain \t;  charset=utf-8 ; a=b "), [
		"text/plain",
		{ charset: "utf-8", a: "b" },
	]);
});

test("an empty parameter is allowed", () => {
	assert.deepEqual(parsed("text/plain;; charset=utf-8;"), ["text/plain", { charset: "utf-8" }]);
});

test("a quoted value loses its quotes and may hold separators and escaped quotes", () => {
	assert.deepEqual(parsed('text/plain; a="x; y, z=1"; b="say \\"hi\\" \\\\o/"; c=""'), [
		"text/plain",
		{ a: "x; y, z=1", b: 'say "hi" \\o/', c: "" },
	]);
});

test("the first of two parameters of the same name counts", () => {
	assert.deepEqual(parsed("text/plain; charset=a; CHARSET=b"), ["text/plain", { charset: "a" }]);
});

test("a parameter that is called like a property of every object is only a parameter", () => {
	assert.deepEqual(
		[...(parseMediaType("a/b; constructor=1; __proto__=2")?.parameters ?? [])],
		[
			["constructor", "1"],
			["__proto__", "2"],
		],
	);
});

for (const value of [
	"", " ", "/", "text", "text/", "/plain", "text/pl ain", "text /plain", "text/ plain", "text/plain/x", "te,xt/plain",
	"text/plain, text/html", "text/plain; charset", "text/plain; =utf-8", "text/plain; charset=", "text/plain; a b=c",
	"text/plain; charset =utf-8", "text/plain; charset= utf-8", 'text/plain; a="open', 'text/plain; a="', 'text/plain; a="x"y',
	'text/plain; a="x\\"', "text/plain; a=ü", "tëxt/plain", "text/plain\0", "text/(plain)",
] /* biome-ignore format: a list */)
	test(`a malformed media type is refused as a whole: ${JSON.stringify(value)}`, () => {
		assert.equal(parseMediaType(value), undefined);
	});

test("an essence is trimmed and in lower case, and a wildcard passes for one", () => {
	assert.equal(parseEssence(" Application/HAL+JSON\t"), "application/hal+json");
	assert.equal(parseEssence("*/*"), "*/*");
	assert.equal(parseEssence("application/*"), "application/*");
});

test("a text with a parameter, a second slash or no slash is no essence", () => {
	for (const text of ["a/b;c=d", "a/b/c", "ab", "", "/b", "a/"])
		assert.equal(parseEssence(text), undefined, text);
});
