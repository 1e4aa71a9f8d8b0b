import assert from "node:assert/strict";
import { test } from "node:test";
import { CallTimings } from "./call-timings.js";

const timings = (notes: Partial<CallTimings>) => Object.assign(new CallTimings(), notes);

test("a call that waited and ran has both times, whenever they are asked for", () => {
	const call = timings({ lane: "worker", queued: 10, begun: 14, done: 20 });
	assert.equal(call.waited(99), 4);
	assert.equal(call.ran(99), 6);
});

test("a call that is refused or left while it waits has waited until now, and has not run", () => {
	const call = timings({ lane: "worker", queued: 10 });
	assert.equal(call.waited(15), 5);
	assert.equal(call.ran(15), undefined);
});

test("a call that is left while it runs has run until now", () => {
	assert.equal(timings({ lane: "worker", queued: 10, begun: 12 }).ran(15), 3);
});

test("a call on the loop has not waited", () => {
	const call = timings({ lane: "inline", begun: 10, done: 11 });
	assert.equal(call.waited(20), 0);
	assert.equal(call.ran(20), 1);
});

test("who boards before the start waits with the leader, who boards in mid-flight sees the rest", () => {
	const leader = timings({ lane: "worker", queued: 10, begun: 20, done: 30 });
	const early = timings({ lane: "shared", queued: 15, leader });
	assert.deepEqual([early.waited(40), early.ran(40)], [5, 10]);
	const late = timings({ lane: "shared", queued: 25, leader });
	assert.deepEqual([late.waited(40), late.ran(40)], [0, 5]);
});
