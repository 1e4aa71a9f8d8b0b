import assert from "node:assert/strict";
import { test } from "node:test";
import { loopLength } from "./loop.js";

test("a loop of four rounds is found, and its first round is not counted", () => {
	const loop = [7, 8, 9, 10];
	assert.equal(loopLength([1, 2, ...loop, ...loop, ...loop]), 0);
	assert.equal(loopLength([1, 2, ...loop, ...loop, ...loop, ...loop]), 12);
	assert.equal(loopLength([1, 2, ...loop, ...loop, ...loop, ...loop, 3]), 0);
});

test("a few repetitions of a word are not a loop", () => {
	assert.equal(loopLength([5, 5, 5, 5, 5]), 0);
	assert.equal(loopLength(new Array(12).fill(5)), 11);
	assert.equal(loopLength([]), 0);
});
