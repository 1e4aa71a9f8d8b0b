import assert from "node:assert/strict";
import { test } from "node:test";
import { ManualClock } from "../../testing/manual-clock.js";
import { whenNpmEnds } from "./signals.js";

function watching(env: NodeJS.ProcessEnv, parents: { now: number }) {
	const clock = new ManualClock();
	let ended = 0;
	whenNpmEnds(
		{ env },
		() => ended++,
		() => parents.now,
		clock,
	);
	return { clock, ended: () => ended };
}

test("a server that npm started notices once that npm has ended", () => {
	const parents = { now: 42 };
	const { clock, ended } = watching({ npm_command: "exec" }, parents);
	clock.advance(10_000);
	assert.equal(ended(), 0);
	parents.now = 1;
	clock.advance(10_000);
	assert.equal(ended(), 1);
	assert.equal(clock.timers, 0);
});

test("the end of a shell is not that of npm, and a server that npm has put into the background goes on", () => {
	for (const [env, first] of [
		[{}, 42],
		[{ npm_command: "run-script" }, 1],
	] as const) {
		const parents: { now: number } = { now: first };
		const { clock, ended } = watching(env, parents);
		parents.now = 1;
		clock.advance(10_000);
		assert.equal(ended(), 0);
		assert.equal(clock.timers, 0);
	}
});
