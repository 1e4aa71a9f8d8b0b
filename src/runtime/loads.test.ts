import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Loads } from "./loads.js";

beforeEach(() => {
	mock.timers.reset();
	mock.timers.enable({ apis: ["setTimeout"] });
});

function watched() {
	const state = { stuck: 0 };
	return { state, loads: new Loads(() => state.stuck++) };
}

test("a mill that was loaded while the next one began already is never taken for one that hangs", () => {
	const { state, loads } = watched();
	loads.begin("translator");
	mock.timers.tick(5_000);
	loads.begin("tokeniser");
	mock.timers.tick(3_000);
	loads.end("translator");
	loads.end("tokeniser");
	mock.timers.tick(600_000);
	assert.equal(state.stuck, 0);
	assert.equal(loads.suspect, undefined);
});

test("a mill that hangs is found though others were loaded meanwhile, and it is the suspect", () => {
	const { state, loads } = watched();
	loads.begin("translator");
	mock.timers.tick(5_000);
	loads.begin("tokeniser");
	loads.end("tokeniser");
	loads.begin("normaliser");
	assert.equal(loads.suspect, "normaliser");
	mock.timers.tick(115_000);
	assert.equal(state.stuck, 1);
	assert.equal(loads.suspect, "translator");
});

test("nothing hangs in a worker that is gone, or that a debugger holds", () => {
	const { state, loads } = watched();
	loads.begin("translator");
	loads.stop();
	mock.timers.tick(600_000);
	assert.equal(state.stuck, 0);
	const inspected = new Loads(undefined);
	inspected.begin("translator");
	assert.equal(inspected.suspect, "translator");
});
