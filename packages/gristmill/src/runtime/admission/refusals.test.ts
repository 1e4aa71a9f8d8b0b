import assert from "node:assert/strict";
import { test } from "node:test";
import { outOfService, queueFull, unready, waitedTooLong } from "./refusals.js";

test("a call that waited too long is to be sent again after the same time, and after half a minute at most", () => {
	const seconds = [1_000, 1_500, 10_000, 600_000].map(
		(waited) => waitedTooLong(waited, 0).members.retryAfter,
	);
	assert.deepEqual(seconds, [1, 2, 10, 30]);
	assert.equal(waitedTooLong(10_000, 0).code, "overloaded");
});

test("a call that finds the queue full is to be sent again when the queue is expected to be empty", () => {
	const seconds = [0, 100, 1_001, 90_000].map((wait) => queueFull(5, wait).members.retryAfter);
	assert.deepEqual(seconds, [1, 1, 2, 90]);
	assert.match(queueFull(5, 0).detail ?? "", /5 calls/);
});

test("a mill that cannot be loaded says when to try again, and one that fails its examples promises nothing", () => {
	assert.equal(unready("The mill cannot be loaded.").members.retryAfter, 5);
	assert.equal(unready(undefined, 30).members.retryAfter, 30);
	assert.deepEqual([outOfService().code, outOfService().members], ["unready", {}]);
});
