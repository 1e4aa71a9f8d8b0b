import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Cost, Costs, SteadyMean } from "./cost.js";

test("there is no estimate before the first call", () => {
	const cost = new Cost();
	assert.equal(cost.estimate(100), undefined);
});

test("the first call is the estimate", () => {
	const cost = new Cost();
	cost.observe(100, 70);
	assert.equal(cost.estimate(100), 70);
});

test("sizes within a factor of two share an estimate, others do not", () => {
	const cost = new Cost();
	cost.observe(64, 10);
	assert.equal(cost.estimate(127), 10);
	assert.equal(cost.estimate(63), undefined);
	assert.equal(cost.estimate(128), undefined);
});

test("an empty input and the largest one have estimates too", () => {
	const cost = new Cost();
	for (const size of [0, 1, 2 ** 31, 2 ** 32 - 1]) {
		cost.observe(size, size + 1);
		assert.equal(typeof cost.estimate(size), "number");
	}
	assert.equal(cost.estimate(0), 1);
});

test("a slower call moves the estimate a little, a cheaper one half the way", () => {
	const cost = new Cost();
	cost.observe(1, 100);
	cost.observe(1, 200);
	assert.equal(cost.estimate(1), 120);
	cost.observe(1, 60);
	assert.equal(cost.estimate(1), 90);
});

test("a call that costs more than ten times as much replaces the estimate", () => {
	const cost = new Cost();
	for (let i = 0; i < 100; i++) cost.observe(1, 20);
	cost.observe(1, 5_000);
	assert.equal(cost.estimate(1), 5_000);
});

test("a slow call of one size does not change the estimates of other sizes", () => {
	const cost = new Cost();
	cost.observe(10, 20);
	cost.observe(10_000, 20);
	cost.observe(10_000, 900_000);
	assert.equal(cost.estimate(10), 20);
});

test("calls that were slow once and are fast again become cheap again", () => {
	const cost = new Cost();
	cost.observe(1, 100_000);
	for (let i = 0; i < 50; i++) cost.observe(1, 20);
	assert.ok((cost.estimate(1) ?? 0) < 100);
});

test("no single call of more than half a millisecond leaves a cheap estimate cheap", () => {
	const micros = fc.double({ min: 0.1, max: 99, noNaN: true });
	fc.assert(
		fc.property(
			fc.array(micros, { minLength: 1 }),
			fc.integer({ min: 500, max: 1e9 }),
			(before, surprise) => {
				const cost = new Cost();
				for (const one of before) cost.observe(1, one);
				cost.observe(1, surprise);
				assert.ok((cost.estimate(1) ?? 0) >= 100);
			},
		),
	);
});

test("calls with other parameters have an estimate of their own", () => {
	const costs = new Costs();
	costs.of({ repair: false, to: ["a", "b"] }).observe(100, 10);
	assert.equal(costs.of({ repair: false, to: ["a", "b"] }).estimate(100), 10);
	assert.equal(costs.of({ repair: true, to: ["a", "b"] }).estimate(100), undefined);
});

test("combinations of parameters that look alike have estimates of their own", () => {
	const costs = new Costs();
	costs.of({ a: "1&b=2" }).observe(1, 10);
	costs.of({ list: "x,y" }).observe(1, 10);
	assert.equal(costs.of({ a: "1", b: "2" }).estimate(1), undefined);
	assert.equal(costs.of({ list: ["x", "y"] }).estimate(1), undefined);
});

test("the latest hundred combinations of parameters have an estimate", () => {
	const costs = new Costs();
	for (let i = 0; i < 1_000; i++) costs.of({ n: i }).observe(1, 1);
	assert.equal(costs.of({ n: 999 }).estimate(1), 1);
	assert.equal(costs.of({ n: 0 }).estimate(1), undefined);
});

function meanOf(values: readonly number[]): number | undefined {
	const mean = new SteadyMean();
	for (const value of values) mean.observe(value);
	return mean.value;
}

test("a mean is unknown before the first value, and equal to the first value after it", () => {
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
