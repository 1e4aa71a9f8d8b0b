import assert from "node:assert/strict";
import { test } from "node:test";
import { ManualClock } from "../../testing/manual-clock.js";
import { Losses } from "./losses.js";
import type { PoolEvent, PoolOptions } from "./pool-options.js";
import { Restraint } from "./restraint.js";

test("the time for which calls of a mill are held back is counted, and told once a minute", () => {
	const clock = new ManualClock();
	const losses = new Losses(clock, 2);
	const events: PoolEvent[] = [];
	const options = { workers: 2, onEvent: (event: PoolEvent) => events.push(event) } as unknown as PoolOptions;
	const restraint = new Restraint(options, clock, new Set(), losses, () => {
		restraint.isHeld("a-tester");
	});
	assert.equal(restraint.isHeld("a-tester"), false);
	for (let i = 0; i < 100; i++) losses.add("a-tester", 0);
	assert.equal(restraint.isHeld("a-tester"), true);
	assert.equal(events.length, 0, "it may be over at once");
	clock.advance(250);
	assert.equal(events.length, 1);
	assert.deepEqual(events[0], { type: "held", mill: "a-tester", milliseconds: 250, isNew: true });
	for (let i = 0; i < 241; i++) {
		losses.add("a-tester", 0);
		clock.advance(250);
	}
	const told = events.filter((event) => event.type === "held");
	assert.equal(told.length, 242);
	assert.equal(told.filter(({ isNew }) => isNew).length, 2);
	clock.advance(10_000);
	const before = events.length;
	clock.advance(10_000);
	assert.equal(events.length, before, "it may run again");
	assert.equal(clock.timers, 0);
});
