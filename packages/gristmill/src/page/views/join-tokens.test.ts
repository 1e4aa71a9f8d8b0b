import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { joinTokens } from "./join-tokens.js";

const part = (text: string, from: number, to?: number) => ({
	bytes: Buffer.from(text).subarray(from, to).toString("base64"),
});

test("the tokens of one emoji are joined, and its neighbours are not", () => {
	const tokens = [
		{ text: "a" },
		part("👩", 0, 2),
		part("👩", 2),
		{ text: "\u200d" },
		part("🚀", 0, 3),
		part("🚀", 3),
		{ text: " b" },
	];
	const joined = joinTokens(tokens);
	assert.deepEqual(
		joined.map((one) => one?.text),
		[undefined, "👩‍🚀", "👩‍🚀", "👩‍🚀", "👩‍🚀", "👩‍🚀", undefined],
	);
	assert.equal(new Set(joined.slice(1, 6)).size, 1);
});

test("a token with whole characters stays by itself, and two emoji are two", () => {
	assert.deepEqual(joinTokens([{ text: "🙂" }, { text: "🙂" }]), [undefined, undefined]);
	const two = joinTokens([part("世", 0, 1), part("世", 1), part("界", 0, 2), part("界", 2)]);
	assert.deepEqual(
		two.map((one) => one?.text),
		["世", "世", "界", "界"],
	);
	assert.notEqual(two[1], two[2]);
});

test("bytes that are no text, such as the start of a character at the end, stay bytes", () => {
	assert.deepEqual(joinTokens([part("👩", 0, 2), part("👩", 2, 3)]), [undefined, undefined]);
});
