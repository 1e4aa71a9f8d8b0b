import assert from "node:assert/strict";
import { test } from "node:test";
import { batchesOf } from "./batches.js";

test("every sentence is in exactly one batch, with sentences of similar length", () => {
	const lengths = [30, 3, 31, 29, 4, 90, 3];
	const batches = batchesOf(lengths);
	assert.deepEqual(batches, [[1, 6, 4], [3, 0, 2], [5]]);
});

test("a batch has at least one and at most 16 sentences", () => {
	assert.deepEqual(batchesOf([]), []);
	const batches = batchesOf(new Array(100).fill(20));
	assert.ok(batches.every(({ length }) => length > 0 && length <= 16));
	assert.equal(batches.flat().length, 100);
});

test("long sentences get smaller batches, so that the memory of a batch is limited", () => {
	const lengths = Array.from({ length: 60 }, (_, i) => 20 + 3 * i);
	for (const batch of batchesOf(lengths)) {
		const longest = Math.max(...batch.map((place) => lengths[place] ?? 0));
		assert.ok(batch.length === 1 || batch.length * longest <= 256, `${batch.length} × ${longest}`);
	}
	assert.equal(batchesOf(lengths).flat().length, 60);
});
