import assert from "node:assert/strict";
import { test } from "node:test";
import { CallTimings, type LaneName } from "./call-timings.js";

const timings = (lane: LaneName, queued: number, begun = 0, done = 0, micros?: number) =>
	Object.assign(new CallTimings(), { lane, queued, times: { begun, done, micros } });

test("a call that waited and ran has both times, whenever they are asked for", () => {
	const call = timings("worker", 10, 14, 20);
	assert.equal(call.waited(99), 4);
	assert.equal(call.ran(99), 6);
});

test("a call that is refused or left while it waits has waited until now, and has not run", () => {
	const call = timings("worker", 10);
	assert.equal(call.waited(15), 5);
	assert.equal(call.ran(15), undefined);
});

test("a call that is left while it runs has run until now", () => {
	assert.equal(timings("worker", 10, 12).ran(15), 3);
});

test("a call on the loop has not waited", () => {
	const call = timings("inline", 0, 10, 11);
	assert.equal(call.waited(20), 0);
	assert.equal(call.ran(20), 1);
});

test("a call that joins before the computation begins waits as long as it; one that joins later has only the rest as its time", () => {
	const early = timings("shared", 15, 20, 30);
	assert.deepEqual([early.waited(40), early.ran(40)], [5, 10]);
	const late = timings("shared", 25, 20, 30);
	assert.deepEqual([late.waited(40), late.ran(40)], [0, 5]);
});

test("a caller owes what its worker has told, else how long the call ran, and nothing for the computation of another caller", () => {
	const owed = (call: CallTimings, now: number) => {
		const told: number[] = [];
		call.whenOwed(
			() => now,
			(milliseconds) => told.push(milliseconds),
		);
		return told;
	};
	assert.deepEqual(owed(timings("worker", 10, 14, 20, 2_500), 99), [2.5]);
	assert.deepEqual(owed(timings("worker", 10, 14, 20), 99), [6]);
	assert.deepEqual(owed(timings("inline", 0, 14), 20), [6]);
	assert.deepEqual(owed(timings("worker", 10), 99), [0]);
	assert.deepEqual(owed(timings("shared", 10, 14, 20, 2_500), 99), []);
	assert.deepEqual(owed(new CallTimings(), 99), []);
});
