import assert from "node:assert/strict";
import { test } from "node:test";
import { MiB } from "../../core/definition/limits.js";
import { isQuick, Pace, windowSize } from "./window.js";

const BATCH = { most: 16, maxBytes: MiB };

for (const [what, batch, waiting, workers, micros, calls] of [
	["a mill that is unknown", undefined, 100, 2, undefined, 1],
	["a slow mill", undefined, 100, 2, 250_000, 1],
	["a fast mill if no call waits for each worker", undefined, 3, 2, 2_000, 1],
	["a fast mill if one waits for each", undefined, 4, 2, 2_000, 2],
	["a fast mill, however many wait", undefined, 400, 2, 600, 2],
	["a quick mill, with its share", undefined, 9, 4, 50, 3],
	["a quick mill if nothing else waits", undefined, 1, 4, 50, 1],
	["a quick mill, up to 2.4 ms", undefined, 100, 1, 590, 5],
	["a quick mill, up to 32 calls", undefined, 100, 1, 10, 32],
	["a mill with batches, with its share", BATCH, 9, 2, 10, 5],
	["a mill with batches, up to its limit", BATCH, 100, 2, undefined, 16],
	[
		"a mill with sizes, if its limit is between two",
		{ ...BATCH, sizes: [1, 8, 16], most: 12 },
		100,
		2,
		10,
		8,
	],
	["a mill with sizes, if its limit is below them", { ...BATCH, sizes: [8, 16], most: 5.5 }, 100, 2, 10, 5],
	["a mill whose batches failed", { ...BATCH, most: 4.75 }, 100, 2, 1e6, 4],
] as const)
	test(`a worker gets ${calls} of the calls of ${what}`, () => {
		assert.equal(windowSize(batch, waiting, workers, micros).calls, calls);
	});

test("a window has no more than 64 KiB of a quick mill, 2 MiB of others, and what a batch may have", () => {
	assert.equal(windowSize(undefined, 9, 1, 50).bytes, 64 * 1024);
	assert.equal(windowSize(undefined, 9, 1, 5_000).bytes, 2 * MiB);
	assert.equal(windowSize({ most: 4, maxBytes: 7 }, 9, 1, 50).bytes, 7);
});

test("a mill is quick by the average of its calls, and a slow call or a lost row ends that for a while", () => {
	const pace = new Pace(undefined);
	assert.equal(isQuick(pace.micros), false);
	const record = (times: number) => {
		for (let i = 0; i < times; i++) pace.record(50);
		return isQuick(pace.micros);
	};
	assert.equal(record(10), false);
	assert.equal(record(30), true);
	pace.record(1_000_000);
	assert.equal(record(40), false);
	assert.equal(record(80), true);
	pace.ended(8, true);
	assert.equal(isQuick(pace.micros), false);
});

test("a batch that failed halves the next ones, and each that did not adds a quarter of a call", () => {
	const pace = new Pace({ most: 8, maxBytes: MiB });
	const sizes = [true, true, true, true, false, false].map((failed) => {
		pace.ended(Math.floor(pace.batch?.most ?? 0), failed);
		return pace.batch?.most;
	});
	assert.deepEqual(sizes, [4, 2, 1, 1, 1.25, 1.5]);
	for (let i = 0; i < 40; i++) pace.ended(1, false);
	assert.equal(pace.batch?.most, 8);
	assert.equal(new Pace({ most: 1, maxBytes: 1 }).batch, undefined);
});
