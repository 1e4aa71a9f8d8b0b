import assert from "node:assert/strict";
import { test } from "node:test";
import { MiB } from "../../core/definition/limits.js";
import { batchSize } from "./batch-size.js";
import { Pace } from "./window.js";

const BATCH = { most: 16, maxBytes: MiB };
const SIZES = [1, 8, 16, 32, 64];
const GPU = { most: 64, maxBytes: MiB, sizes: SIZES };

/** As on a GPU: a batch costs 2.3 ms and 0.06 ms a call. Callers come again after 2 ms and `away` ms a call. */
function seen(fixed: number, away: number): Pace {
	const pace = new Pace(GPU);
	for (const size of SIZES) {
		pace.growth.record(size, fixed + 60 * size);
		pace.turnaround.time.record(size, 2_000 + away * 1_000 * size);
	}
	return pace;
}

for (const [what, batch, present, workers, size] of [
	["a worker's share", BATCH, 9, 2, 5],
	["no more than its limit", BATCH, 100, 2, 16],
	["the size below a limit that is between two", { ...BATCH, sizes: [1, 8, 16], most: 12 }, 100, 2, 8],
	["its limit, if that is below all sizes", { ...BATCH, sizes: [8, 16], most: 5.5 }, 100, 2, 5],
	["the limit that it has after a failure", { ...BATCH, most: 4.75 }, 100, 2, 4],
] as const)
	test(`as long as no times are known, a batch has ${what}`, () => {
		assert.equal(batchSize(batch, { present, expected: 0 }, workers, new Pace(batch)).calls, size);
	});

for (const [what, fixed, away, present, expected, size] of [
	[
		"64 callers are divided if they are away for long: half of them are computed meanwhile",
		2_300,
		0.1,
		64,
		0,
		32,
	],
	["those that are expected count", 2_300, 0.1, 40, 24, 32],
	["66 callers are divided by a size, and not padded to a larger one", 2_300, 0.1, 66, 0, 32],
	["62 callers are divided, and padded", 2_300, 0.1, 62, 0, 31],
	["64 callers that come again at once stay together", 2_300, -0.03, 64, 0, 64],
	["64 callers stay together if a batch costs much, whatever its size", 50_000, 0.1, 64, 0, 64],
	["256 callers are enough for full batches", 2_300, 0.1, 256, 0, 64],
	["one caller is not divided", 2_300, 0.1, 1, 0, 39],
] as const)
	test(what, () => {
		assert.equal(batchSize(GPU, { present, expected }, 1, seen(fixed, away)).calls, size);
	});

test("256 callers get full batches, also if only smaller ones were seen, and they took longer at first", () => {
	const pace = new Pace(GPU);
	for (const [size, micros] of [
		[1, 5_000],
		[32, 90_000],
		[32, 8_000],
	] as const)
		pace.growth.record(size, micros);
	for (const size of [1, 32]) pace.turnaround.time.record(size, 3_000 * size);
	assert.deepEqual(batchSize(GPU, { present: 256, expected: 0 }, 1, pace), { calls: 64, isDivided: false });
});
