import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { LoadingMills } from "./loading-mills.js";

beforeEach(() => {
	mock.timers.reset();
	mock.timers.enable({ apis: ["setTimeout"] });
});

function watched() {
	const state = { stuck: 0 };
	return { state, loading: new LoadingMills(() => state.stuck++) };
}

test("a mill that is loaded after the next one began does not count as hanging", () => {
	const { state, loading } = watched();
	loading.begin("translator");
	mock.timers.tick(5_000);
	loading.begin("tokeniser");
	mock.timers.tick(3_000);
	loading.end("translator");
	loading.end("tokeniser");
	mock.timers.tick(600_000);
	assert.equal(state.stuck, 0);
	assert.equal(loading.suspect, undefined);
});

test("a mill that hangs is found although others were loaded meanwhile, and it is the suspect", () => {
	const { state, loading } = watched();
	loading.begin("translator");
	mock.timers.tick(5_000);
	loading.begin("tokeniser");
	loading.end("tokeniser");
	loading.begin("normaliser");
	assert.equal(loading.suspect, "normaliser");
	mock.timers.tick(115_000);
	assert.equal(state.stuck, 1);
	assert.equal(loading.suspect, "translator");
});

test("nothing hangs in a worker that is gone, or under a debugger", () => {
	const { state, loading } = watched();
	loading.begin("translator");
	loading.stop();
	mock.timers.tick(600_000);
	assert.equal(state.stuck, 0);
	const inspected = new LoadingMills(undefined);
	inspected.begin("translator");
	assert.equal(inspected.suspect, "translator");
});
