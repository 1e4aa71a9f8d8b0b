import assert from "node:assert/strict";
import { test } from "node:test";
import { ManualClock } from "../../testing/manual-clock.js";
import { LoadingMills } from "./loading-mills.js";

function watched() {
	const state = { stuck: 0 };
	const clock = new ManualClock();
	return { state, clock, loading: new LoadingMills(clock, () => state.stuck++) };
}

test("a mill that is loaded after the next one began does not count as hanging", () => {
	const { state, clock, loading } = watched();
	loading.begin("translator");
	clock.advance(5_000);
	loading.begin("tokeniser");
	clock.advance(3_000);
	loading.end("translator");
	loading.end("tokeniser");
	clock.advance(600_000);
	assert.equal(state.stuck, 0);
	assert.equal(loading.suspect, undefined);
});

test("a mill that hangs is found although others were loaded meanwhile, and it is the suspect", () => {
	const { state, clock, loading } = watched();
	loading.begin("translator");
	clock.advance(5_000);
	loading.begin("tokeniser");
	loading.end("tokeniser");
	loading.begin("normaliser");
	assert.equal(loading.suspect, "normaliser");
	clock.advance(115_000);
	assert.equal(state.stuck, 1);
	assert.equal(loading.suspect, "translator");
});

test("nothing hangs in a worker that is gone, or under a debugger", () => {
	const { state, clock, loading } = watched();
	loading.begin("translator");
	loading.stop();
	clock.advance(600_000);
	assert.equal(state.stuck, 0);
	const inspected = new LoadingMills(clock, undefined);
	inspected.begin("translator");
	assert.equal(inspected.suspect, "translator");
});

test("a mill can be given more time to load", () => {
	const state = { stuck: 0 };
	const clock = new ManualClock();
	const loading = new LoadingMills(clock, () => state.stuck++, 600_000);
	loading.begin("text-embedder");
	clock.advance(599_000);
	assert.equal(state.stuck, 0);
	clock.advance(1_000);
	assert.equal(state.stuck, 1);
});
