import assert from "node:assert/strict";
import { test } from "node:test";
import { ManualClock } from "../../testing/manual-clock.js";
import { Losses } from "./losses.js";

test("a mill loses no more than a bounded number of workers in a time", () => {
	const clock = new ManualClock();
	const losses = new Losses(clock, 2);
	let lost = 0;
	for (; clock.now() < 100_000; clock.advance(1)) {
		if (losses.isPaused("a-tester")) continue;
		losses.add("a-tester", 0);
		lost++;
	}
	assert.equal(lost, 16 + 49, "what it may lose at once, and one in two seconds");
});

test("a call of a suspect mill gets a second try in four seconds of two workers", () => {
	const clock = new ManualClock();
	const losses = new Losses(clock, 2);
	losses.add("a-tester", 0);
	assert.equal(losses.mayTryAgain("a-tester"), true);
	losses.triesAgain("a-tester");
	losses.add("a-tester", 0);
	clock.advance(3_999);
	assert.equal(losses.mayTryAgain("a-tester"), false);
	clock.advance(1);
	assert.equal(losses.mayTryAgain("a-tester"), true);
});

test("a second try waits while the loss of two more workers would make all calls of its mill wait", () => {
	const clock = new ManualClock();
	const losses = new Losses(clock, 2);
	for (let i = 0; i < 15; i++) losses.add("a-tester", 0);
	assert.equal(losses.isPaused("a-tester"), false);
	assert.equal(losses.mayTryAgain("a-tester"), false);
	clock.advance(4_000);
	assert.equal(losses.mayTryAgain("a-tester"), true);
});

test("a mill is suspect after three losses in a short time, and then no more; other mills are not", () => {
	const clock = new ManualClock();
	const losses = new Losses(clock, 2);
	losses.add("a-tester", 0);
	losses.add("a-tester", 0);
	assert.equal(losses.isSuspect("a-tester"), false, "it may be one bad call");
	losses.add("a-tester", 0);
	assert.equal(losses.isSuspect("a-tester"), true);
	assert.equal(losses.isSuspect("b-tester"), false);
	clock.advance(2_000);
	assert.equal(losses.isSuspect("a-tester"), false);
});

test("a mill whose calls hang is suspect although it loses few workers, and pauses no longer than for one", () => {
	const clock = new ManualClock();
	const losses = new Losses(clock, 2);
	for (let i = 0; i < 6; i++) losses.add("a-tester", 3_000);
	assert.equal(losses.isSuspect("a-tester"), true);
	assert.equal(losses.isPaused("a-tester"), true);
	clock.advance(2_000);
	assert.equal(losses.isPaused("a-tester"), false);
});

test("beside other mills that are in use, a mill may lose three workers at once, and then one in four seconds of two workers", () => {
	const clock = new ManualClock();
	const losses = new Losses(clock, 2);
	let lost = 0;
	for (; clock.now() < 100_000; clock.advance(1)) {
		if (losses.isPaused("a-tester", true)) continue;
		losses.add("a-tester", 0, true);
		lost++;
	}
	assert.equal(lost, 3 + 24);
	assert.equal(losses.isPaused("a-tester", false), false, "if nobody else is there, it may go on");
});

test("one call that hangs does not make its mill wait, whatever others do", () => {
	const losses = new Losses(new ManualClock(), 2);
	losses.add("a-tester", 10_000, true);
	assert.equal(losses.hasLost("a-tester"), true);
	assert.equal(losses.isPaused("a-tester", true), false);
});
