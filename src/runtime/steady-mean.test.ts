import assert from "node:assert/strict";
import { test } from "node:test";
import { SteadyMean } from "./steady-mean.js";

function meanOf(values: readonly number[]): number | undefined {
	const mean = new SteadyMean();
	for (const value of values) mean.observe(value);
	return mean.value;
}

test("nothing is known before the first value, and that one is believed", () => {
	assert.equal(meanOf([]), undefined);
	assert.equal(meanOf([2_000]), 2_000);
});

test("one value that is a thousand times as large moves the mean by less than half", () => {
	assert.equal(meanOf([2_000, 2_000_000]), 2_800);
});

test("a lasting change is followed within twenty values, in both directions", () => {
	const up = meanOf([2_000, ...Array(20).fill(200_000)]) ?? 0;
	assert.ok(up > 150_000, `${up}`);
	const down = meanOf([200_000, ...Array(30).fill(2_000)]) ?? 0;
	assert.ok(down < 12_000, `${down}`);
});
