import assert from "node:assert/strict";
import { test } from "node:test";
import { closest } from "./closest.js";

const KNOWN = ["scheme", "language", "limit", "model"];

for (const [word, meant] of [
	["scheme", "scheme"],
	["schema", "scheme"],
	["shceme", "scheme"],
	["langage", "language"],
	["languages", "language"],
	["limits", "limit"],
	["lmit", "limit"],
	["mdoel", "model"],
	["modell", "model"],
	["colour", undefined],
	["", undefined],
] as const)
	test(`${JSON.stringify(word)} ${meant ? `is taken for "${meant}"` : "is near to none"}`, () => {
		assert.equal(closest(word, KNOWN), meant);
	});

test("a short word may differ in one letter, a longer one in a third of its letters", () => {
	assert.equal(closest("ab", ["ax"]), "ax");
	assert.equal(closest("ab", ["xy"]), undefined);
	assert.equal(closest("abcdef", ["abcdxy"]), "abcdxy");
	assert.equal(closest("abcdef", ["abcxyz"]), undefined);
});

test("a letter inserted, left out, replaced or swapped with its neighbour counts as one mistake", () => {
	assert.equal(closest("abc", ["abcd"]), "abcd");
	assert.equal(closest("abc", ["ab"]), "ab");
	assert.equal(closest("abc", ["abx"]), "abx");
	assert.equal(closest("abc", ["acb"]), "acb");
	assert.equal(closest("abc", ["bac"]), "bac");
	assert.equal(closest("abc", ["xaby"]), undefined);
	assert.equal(closest("abc", ["bca"]), undefined);
});

test("of equally near words, the one with all the typed letters is chosen", () => {
	assert.equal(closest("parm", ["part", "param"]), "param");
	assert.equal(closest("parm", ["param", "part"]), "param");
});

test("the nearest of several is chosen, the first of equally near ones", () => {
	assert.equal(closest("formats", ["forrest", "format"]), "format");
	assert.equal(closest("cat", ["bat", "rat"]), "bat");
});

test("nothing is guessed from an empty list or for a text too long to be a typing error", () => {
	assert.equal(closest("scheme", []), undefined);
	assert.equal(closest("s".repeat(64), ["s".repeat(63)]), "s".repeat(63));
	assert.equal(closest("s".repeat(65), ["s".repeat(65)]), undefined);
	assert.equal(closest("s".repeat(1_000_000), KNOWN), undefined);
});
