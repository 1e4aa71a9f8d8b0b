import assert from "node:assert/strict";
import { test } from "node:test";
import { Turnaround } from "./turnaround.js";

test("answered callers are expected to call again, and the last one to come measures how long that takes", () => {
	const callers = new Turnaround();
	callers.answered(3, 1_000);
	callers.arrived(1_001);
	callers.answered(1, 1_002);
	assert.equal(callers.expected(1_002), 3);
	callers.arrived(1_002);
	assert.equal(callers.time.at(3), undefined);
	callers.arrived(1_004);
	assert.equal(callers.time.at(3), 4_000);
	callers.arrived(1_005);
	assert.equal(callers.expected(1_005), 0);
	callers.arrived(1_006);
	assert.ok(Number(callers.time.at(1)) < 4_000);
});

test("callers that do not come are expected for a quarter of a second, and say nothing about the others", () => {
	const callers = new Turnaround();
	callers.answered(2, 1_000);
	callers.arrived(1_100);
	assert.equal(callers.expected(1_250), 1);
	assert.equal(callers.expected(1_251), 0);
	callers.arrived(1_251);
	assert.equal(callers.time.at(2), undefined);
});
