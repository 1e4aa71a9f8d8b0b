import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compare } from "./difference.js";

test("what is kept is the same, and both texts can be read again from a comparison", () => {
	const words = fc.array(fc.constantFrom("a", "b", "é", "e\u0301", " ", "\n", "½", "-"), { maxLength: 60 });
	fc.assert(
		fc.property(words, words, (first, second) => {
			const [before, after] = [first.join(""), second.join("")];
			const stretches = compare(before, after);
			assert.equal(stretches.map((one) => one.before).join(""), before);
			assert.equal(stretches.map((one) => one.after).join(""), after);
			for (const { same, before: left, after: right } of stretches) assert.equal(same, left === right);
		}),
	);
});

test("a word in the middle is the one difference", () => {
	assert.deepEqual(compare("the cold mill turns", "the old mill turns"), [
		{ same: true, before: "the ", after: "the " },
		{ same: false, before: "cold", after: "old" },
		{ same: true, before: " mill turns", after: " mill turns" },
	]);
});

test("several differences are told apart", () => {
	const differing = compare("a  b   c ", "a b c").filter(({ same }) => !same);
	assert.deepEqual(
		differing.map(({ before, after }) => [before, after]),
		[
			[" ", ""],
			["  ", ""],
			[" ", ""],
		],
	);
});

test("a letter is not torn from its marks", () => {
	const [first] = compare("Cafe\u0301 au lait", "Café au lait");
	assert.deepEqual(first, { same: false, before: "Cafe\u0301", after: "Café" });
});

test("texts that have nothing in common are one difference, however long they are", () => {
	const [only, ...rest] = compare("a ".repeat(5_000), "b-".repeat(5_000));
	assert.equal(rest.length, 0);
	assert.equal(only?.same, false);
});
