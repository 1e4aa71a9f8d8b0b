import assert from "node:assert/strict";
import { test } from "node:test";
import { ManualClock } from "../../testing/manual-clock.js";
import { Losses } from "./losses.js";

/** The number of workers that a mill loses in this time, if it may run again as soon as it has lost one. */
function lostIn(milliseconds: number, ran: number, isAgain: boolean): number {
	const clock = new ManualClock();
	const losses = new Losses(clock, 2);
	let lost = 0;
	while (clock.now() < milliseconds) {
		const pause = losses.pause("a-tester", isAgain);
		clock.advance(pause > 0 ? pause : ran);
		if (pause > 0) continue;
		losses.add("a-tester", ran);
		lost++;
	}
	return lost;
}

test("a mill loses no more than a bounded number of workers in a time", () => {
	assert.equal(lostIn(100_000, 1, false), 8 + 50 - 1, "what it may lose at once, and one in two seconds");
	assert.equal(lostIn(100_000, 1, true), 4 + 50 - 1, "second tries leave the rest to first ones");
});

test("a mill is suspect after some losses in a short time, and then no more; other mills are not", () => {
	const clock = new ManualClock();
	const losses = new Losses(clock, 2);
	losses.add("a-tester", 0);
	assert.equal(losses.isSuspect("a-tester"), false);
	losses.add("a-tester", 0);
	assert.equal(losses.isSuspect("a-tester"), true);
	assert.equal(losses.isSuspect("b-tester"), false);
	clock.advance(2_000);
	assert.equal(losses.isSuspect("a-tester"), false);
});

test("a mill whose calls hang is suspect although it loses few workers", () => {
	const clock = new ManualClock();
	const losses = new Losses(clock, 2);
	for (let i = 0; i < 3; i++) {
		clock.advance(3_000);
		losses.add("a-tester", 3_000);
		losses.add("a-tester", 3_000);
	}
	assert.equal(losses.isSuspect("a-tester"), true);
	assert.ok(
		losses.pause("a-tester", false) <= 2_000,
		"whatever it has lost, it pauses no longer than for one",
	);
});
