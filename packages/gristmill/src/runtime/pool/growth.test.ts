import assert from "node:assert/strict";
import { test } from "node:test";
import { Growth } from "./growth.js";

/** What is known after batches of these sizes, whose times are a fixed part and a part for each call. */
function grown(fixed: number, each: number, sizes: readonly number[]): Growth {
	const growth = new Growth();
	for (const size of sizes) growth.record(size, fixed + each * size);
	return growth;
}

for (const [what, fixed, each, sizes, free] of [
	["whose batches were not seen", 0, 0, [], 0],
	["of which only one size was seen", 2_000, 1, [4, 4, 4], 0],
	["on a processor: each call costs the same", 0, 2_000, [1, 2, 4], 0],
	["on a GPU: a call costs a 20th of the fixed part", 2_000, 100, [1, 2, 4], 20],
	["whose batches cost the same, however large", 2_000, 0, [1, 2, 4], Number.POSITIVE_INFINITY],
	["whose larger batches were even faster", 2_000, -10, [1, 16], Number.POSITIVE_INFINITY],
] as const)
	test(`${free} calls are nearly free for a mill ${what}`, () => {
		assert.equal(grown(fixed, each, sizes).nearlyFree, free);
	});

test("the slow first use of a size is forgotten after some batches, and one slow batch changes little", () => {
	const growth = grown(2_000, 100, [1, 1]);
	growth.record(8, 500_000);
	assert.equal(growth.nearlyFree, 0);
	for (let i = 0; i < 16; i++) growth.record(8, 2_800);
	const settled = growth.nearlyFree;
	assert.ok(settled >= 18 && settled <= 20, String(settled));
	growth.record(8, 500_000);
	growth.record(8, 2_800);
	assert.ok(growth.nearlyFree > 10, String(growth.nearlyFree));
});
