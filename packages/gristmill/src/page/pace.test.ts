import assert from "node:assert/strict";
import { test } from "node:test";
import { Pace } from "./pace.js";

/** The times of the calls while keys come every so many milliseconds, from a mill that takes so long. */
function calls(keys: number, every: number, trip: number): number[] {
	const pace = new Pace();
	const made: number[] = [];
	let due: number | undefined;
	const call = (now: number) => {
		made.push(now);
		pace.began(now);
		pace.took(trip);
		due = undefined;
	};
	for (let now = 0; now <= keys * every + 1_000; now++) {
		if (now % every === 0 && now < keys * every) {
			due = now + pace.wait(now);
		}
		if (due !== undefined && now >= due) call(now);
	}
	return made;
}

test("the first key is sent at once, and the last one is always sent", () => {
	assert.deepEqual(calls(1, 100, 20), [0]);
	for (const trip of [5, 100, 800]) assert.ok((calls(20, 30, trip).at(-1) ?? 0) >= 19 * 30);
});

test("no more than 600 ms of typing pass without a call", () => {
	for (const trip of [5, 100, 300, 600]) {
		const made = calls(100, 30, trip);
		for (const [i, time] of made.entries()) assert.ok(time - (made[i - 1] ?? 0) <= 600, String(made));
		assert.ok(made.filter((time) => time < 3_000).length >= 4, String(made));
	}
});

test("a quick mill is asked at every key, and a slow one not more often than it answers", () => {
	assert.equal(calls(20, 100, 10).length, 20);
	const slow = calls(100, 30, 1_500).filter((time) => time < 3_000);
	assert.deepEqual(slow, [0, 1500]);
});
