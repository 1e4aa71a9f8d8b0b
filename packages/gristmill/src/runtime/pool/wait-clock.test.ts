import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { longestWait, WaitClock } from "./wait-clock.js";

test("a call may wait as long as it may run, and at least the second that Retry-After can name", () => {
	assert.equal(longestWait(50), 1_000);
	assert.equal(longestWait(10_000), 10_000);
});

test("only the time in which a job waits is counted, and all its waits together", async () => {
	let isOver = false;
	const clock = new WaitClock(100, () => {
		isOver = true;
	});
	clock.start();
	clock.stop();
	await setTimeout(300);
	assert.equal(isOver, false, "a worker had it");
	for (let i = 0; !isOver && i < 1_000; i++) {
		clock.start();
		await setTimeout(10);
		clock.stop();
	}
	assert.equal(isOver, true, "no wait alone was as long");
});
