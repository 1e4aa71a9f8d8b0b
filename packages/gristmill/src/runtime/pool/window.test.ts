import assert from "node:assert/strict";
import { test } from "node:test";
import { MiB } from "../../core/definition/limits.js";
import { isQuick, Pace, windowSize } from "./window.js";

for (const [what, waiting, workers, micros, calls] of [
	["a mill that is unknown", 100, 2, undefined, 1],
	["a slow mill", 100, 2, 250_000, 1],
	["a fast mill if no call waits for each worker", 3, 2, 2_000, 1],
	["a fast mill if one waits for each", 4, 2, 2_000, 2],
	["a fast mill, however many wait", 400, 2, 600, 2],
	["a quick mill, with its share", 9, 4, 50, 3],
	["a quick mill if nothing else waits", 1, 4, 50, 1],
	["a quick mill, up to 2.4 ms", 100, 1, 590, 5],
	["a quick mill, up to 32 calls", 100, 1, 10, 32],
] as const)
	test(`a worker gets ${calls} of the calls of ${what}`, () => {
		assert.equal(windowSize(waiting, workers, micros).calls, calls);
	});

test("a window has no more than 64 KiB of a quick mill, and 2 MiB of others", () => {
	assert.equal(windowSize(9, 1, 50).bytes, 64 * 1024);
	assert.equal(windowSize(9, 1, 5_000).bytes, 2 * MiB);
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
