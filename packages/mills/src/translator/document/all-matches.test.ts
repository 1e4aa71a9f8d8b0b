import assert from "node:assert/strict";
import { test } from "node:test";
import { allMatches } from "./all-matches.js";

test("the matches are those of matchAll, also empty ones, and each call starts anew", () => {
	for (const expression of [/\p{L}+/gu, /x*/g, /x*/gu, /(?<=a)/g])
		for (const text of ["uno, dos y tres", "", "aaxxa", "ñandú", "👍x👍"]) {
			const expected = [...text.matchAll(expression)].map(({ 0: match, index }) => [match, index]);
			for (let i = 0; i < 2; i++)
				assert.deepEqual(
					allMatches(text, expression).map(({ 0: match, index }) => [match, index]),
					expected,
				);
		}
});
