import assert from "node:assert/strict";
import { test } from "node:test";
import { ManualClock } from "../../testing/manual-clock.js";
import { AdaptiveLimit } from "./adaptive-limit.js";

/** Runs calls against a server that has `seats` and takes 10 ms for each call. */
function against(seats: () => number, calls: number, most = 64): { limit: AdaptiveLimit; seen: number[] } {
	const clock = new ManualClock();
	const limit = new AdaptiveLimit(most, clock);
	const seen: number[] = [];
	for (let i = 0; i < calls; i++) {
		// With more calls in flight than seats the rest waits: the throughput is that of the seats.
		clock.advance(10 / Math.min(limit.limit, seats()));
		limit.answered(limit.limit);
		seen.push(limit.limit);
	}
	return { limit, seen };
}

test("the limit climbs to what the server can do at a time, and not far beyond", () => {
	const { limit } = against(() => 12, 2000);
	assert.ok(limit.limit >= 8 && limit.limit <= 17, String(limit.limit));
});

test("a server with one seat is asked for little at a time", () => {
	assert.ok(against(() => 1, 2000).limit.limit <= 4);
});

test("the limit never passes the most that was allowed", () => {
	assert.ok(Math.max(...against(() => 1000, 2000, 10).seen) <= 10);
	assert.equal(new AdaptiveLimit(1, new ManualClock()).limit, 1);
});

test("the limit rises again when a server can do more at a time", () => {
	let calls = 0;
	const { limit } = against(() => (calls++ < 500 ? 2 : 16), 6000);
	assert.ok(limit.limit >= 8, String(limit.limit));
});

test("a push-back halves the limit, down to one", () => {
	const { limit } = against(() => 32, 500);
	const before = limit.limit;
	limit.pushedBack();
	assert.equal(limit.limit, Math.floor(before / 2));
	for (let i = 0; i < 10; i++) limit.pushedBack();
	assert.equal(limit.limit, 1);
});

test("calls that do not use the whole limit leave it unchanged", () => {
	const limit = new AdaptiveLimit(64, new ManualClock());
	const before = limit.limit;
	for (let i = 0; i < 1000; i++) limit.answered(0);
	assert.equal(limit.limit, before);
});
