import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compare } from "./difference.js";

test("a comparison holds both texts, and the parts that it keeps are equal in both", () => {
	const words = fc.array(fc.constantFrom("a", "b", "é", "e\u0301", " ", "\n", "½", "-"), { maxLength: 60 });
	fc.assert(
		fc.property(words, words, (first, second) => {
			const [before, after] = [first.join(""), second.join("")];
			const { stretches } = compare(before, after);
			assert.equal(stretches.map((one) => one.before).join(""), before);
			assert.equal(stretches.map((one) => one.after).join(""), after);
			for (const { same, before: left, after: right } of stretches) assert.equal(same, left === right);
		}),
	);
});

test("a word in the middle is the one difference", () => {
	assert.deepEqual(compare("the cold mill turns", "the old mill turns").stretches, [
		{ same: true, before: "the ", after: "the " },
		{ same: false, before: "cold", after: "old" },
		{ same: true, before: " mill turns", after: " mill turns" },
	]);
});

test("several differences are told apart", () => {
	const differing = compare("a  b   c ", "a b c").stretches.filter(({ same }) => !same);
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
	const [first] = compare("Cafe\u0301 au lait", "Café au lait").stretches;
	assert.deepEqual(first, { same: false, before: "Cafe\u0301", after: "Café" });
});

test("texts that have nothing in common are one difference, however long they are", () => {
	const { stretches, differences } = compare("a ".repeat(5_000), "b-".repeat(5_000));
	assert.equal(stretches.length, 1);
	assert.equal(differences, 1);
});

test("every difference is counted, however many there are", () => {
	for (const count of [399, 450, 5_000, 50_000]) {
		const before = Array.from({ length: count + 1 }, (_, i) => `w${i % 97}`).join("  ");
		const { differences, isWhole } = compare(before, before.replaceAll("  ", " "));
		assert.deepEqual([differences, isWhole], [count, true]);
	}
	const alike = "a  b".repeat(450);
	assert.equal(compare(alike, alike.replaceAll("  ", " ")).differences, 450);
});

test("texts that differ in too many places are not counted to the end, and that is told", () => {
	const before = Array.from({ length: 120_000 }, (_, i) => i % 89).join("  ");
	const { stretches, differences, isWhole } = compare(before, before.replaceAll("  ", " "));
	assert.equal(isWhole, false);
	assert.ok(differences >= 100_000 && differences < 120_000, String(differences));
	assert.equal(stretches.map((one) => one.before).join(""), before);
});
