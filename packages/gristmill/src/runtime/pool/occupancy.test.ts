import assert from "node:assert/strict";
import { test } from "node:test";
import { Occupancy } from "./occupancy.js";

const slots = (...mills: readonly string[]) => mills.map((mill) => ({ mill }));

/** For this many seconds, the workers have calls of these mills; "" is an idle one. */
function pass(occupancy: Occupancy, seconds: number, ...mills: readonly string[]): void {
	for (let i = 0; i < seconds * 5; i++) occupancy.sample(slots(...mills));
}

test("the workers that have calls are counted by mill, over the last seconds", () => {
	const occupancy = new Occupancy(200);
	assert.equal(occupancy.all, 0);
	pass(occupancy, 10, "a-tester", "b-tester", "a-tester", "");
	assert.ok(Math.abs(occupancy.of("a-tester") - 2 * (1 - Math.exp(-1))) < 1e-9);
	pass(occupancy, 110, "a-tester", "b-tester", "a-tester", "");
	assert.ok(Math.abs(occupancy.all - 3) < 1e-3);
	assert.equal(occupancy.of("c-tester"), 0);
	pass(occupancy, 10, "", "b-tester", "", "");
	assert.ok(Math.abs(occupancy.of("a-tester") - 2 * Math.exp(-1)) < 1e-3);
	assert.ok(Math.abs(occupancy.of("b-tester") - 1) < 1e-3);
});

test("workers that are busy half of the time count as half as many", () => {
	const occupancy = new Occupancy(200);
	for (let i = 0; i < 600; i++) occupancy.sample(slots(i % 2 === 0 ? "a-tester" : ""));
	assert.ok(Math.abs(occupancy.all - 0.5) < 0.02);
});
