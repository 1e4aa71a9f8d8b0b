import assert from "node:assert/strict";
import { test } from "node:test";
import { ManualClock } from "./manual-clock.js";

test("timers ring in the order of their time, and those that are cleared do not", () => {
	const clock = new ManualClock();
	const rung: string[] = [];
	const ring = (name: string) => () => rung.push(`${name} at ${clock.now()}`);
	clock.setTimeout(ring("late"), 30);
	clock.setTimeout(ring("early"), 10);
	clock.clearTimeout(clock.setTimeout(ring("cleared"), 20));
	clock.setTimeout(() => clock.setTimeout(ring("inner"), 5), 10);
	clock.advance(29);
	assert.deepEqual(rung, ["early at 10", "inner at 15"]);
	assert.deepEqual([clock.now(), clock.timers], [29, 1]);
	clock.advance(1);
	assert.equal(rung.at(-1), "late at 30");
});
