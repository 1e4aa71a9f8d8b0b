import assert from "node:assert/strict";
import { test } from "node:test";
import { misspelt } from "./misspelt.js";

const TEXT = "El viejo molino se encuentra junto al río, a 2.500 metros de altura sobre el nivel del mar.";

test("the same text gets the same errors, another text others", () => {
	assert.equal(misspelt(TEXT, 3), misspelt(TEXT, 3));
	assert.notEqual(misspelt(TEXT, 1), TEXT);
	const words = (text: string) => text.split(" ");
	const changed = (text: string) => words(misspelt(text, 3)).map((word, i) => word !== words(text)[i]);
	assert.notDeepEqual(changed(`Hoy ${TEXT}`).slice(1), changed(TEXT));
});

test("every longer word keeps its ends and is one letter away, short words and numbers stay", () => {
	const before = TEXT.match(/\p{L}+|\d+/gu) ?? [];
	const after = misspelt(TEXT, 1).match(/\p{L}+|\d+/gu) ?? [];
	assert.equal(after.length, before.length);
	for (const [i, word] of before.entries()) {
		const wrong = after[i] ?? "";
		if (word.length < 4) assert.equal(wrong, word);
		assert.ok(Math.abs(wrong.length - word.length) <= 1, `${word} became ${wrong}`);
		assert.equal(wrong[0], word[0]);
		assert.ok([...wrong].every((letter) => word.includes(letter)));
	}
});

test("about the requested share of words is misspelt", () => {
	const text = "palabra ".repeat(9_000);
	const wrong = misspelt(text, 9)
		.split(" ")
		.filter((word) => word !== "" && word !== "palabra").length;
	// Where the two letters are equal the change shows nothing; in this word they never are.
	assert.ok(wrong > 800 && wrong < 1_200, `${wrong} of 9,000`);
});
