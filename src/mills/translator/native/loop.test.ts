import assert from "node:assert/strict";
import { test } from "node:test";
import { loopLength } from "./loop.js";

test("a circle that is gone round four times is found, its first round not counted", () => {
	const circle = [7, 8, 9, 10];
	assert.equal(loopLength([1, 2, ...circle, ...circle, ...circle]), 0);
	assert.equal(loopLength([1, 2, ...circle, ...circle, ...circle, ...circle]), 12);
	assert.equal(loopLength([1, 2, ...circle, ...circle, ...circle, ...circle, 3]), 0);
});

test("a word said several times is no circle yet", () => {
	assert.equal(loopLength([5, 5, 5, 5, 5]), 0);
	assert.equal(loopLength(new Array(12).fill(5)), 11);
	assert.equal(loopLength([]), 0);
});
