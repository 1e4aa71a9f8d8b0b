import assert from "node:assert/strict";
import { test } from "node:test";
import { SkippingClock } from "../../testing/skipping-clock.js";
import { Pace } from "./pace.js";

test("no more tasks run at a time than allowed, and all of them run", async () => {
	const pace = new Pace({ rate: 1e9, parallel: 3 }, new SkippingClock());
	let running = 0;
	let most = 0;
	let done = 0;
	const task = async () => {
		most = Math.max(most, ++running);
		await new Promise((resolve) => setImmediate(resolve));
		running--;
		done++;
	};
	await Promise.all(Array.from({ length: 20 }, () => pace.turn(task)));
	assert.equal(most, 3);
	assert.equal(done, 20);
});

test("after a first burst the tasks come at the rate", async () => {
	const clock = new SkippingClock();
	const pace = new Pace({ rate: 10, parallel: 4 }, clock);
	const starts: number[] = [];
	for (let i = 0; i < 8; i++) await pace.turn(async () => void starts.push(clock.now()));
	assert.deepEqual(starts, [0, 0, 0, 0, 100, 200, 300, 400]);
});

test("after a rest as many begin at once as may run at a time", async () => {
	const clock = new SkippingClock();
	const pace = new Pace({ rate: 10, parallel: 4 }, clock);
	for (let i = 0; i < 9; i++) await pace.turn(async () => {});
	await pace.rest();
	const rested = clock.now();
	assert.equal(rested, 900);
	const starts: number[] = [];
	for (let i = 0; i < 5; i++) await pace.turn(async () => void starts.push(clock.now() - rested));
	assert.deepEqual(starts, [0, 0, 0, 0, 100]);
});

test("a task that fails gives its place back", async () => {
	const pace = new Pace({ rate: 1e9, parallel: 1 }, new SkippingClock());
	await assert.rejects(pace.turn(() => Promise.reject(new Error("no"))));
	assert.equal(await pace.turn(async () => "next"), "next");
});
