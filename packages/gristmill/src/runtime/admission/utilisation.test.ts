import assert from "node:assert/strict";
import { test } from "node:test";
import { utilisationOf } from "./utilisation.js";

const FOUR = { workers: 4, concurrency: 4, busy: 1, own: 1, waiting: 0, cost: 100_000 };

test("what idle workers could compute in a second is the headroom, and waiting calls have it first", () => {
	assert.deepEqual(utilisationOf(FOUR), { ratio: 0.25, headroom: 30 });
	assert.deepEqual(utilisationOf({ ...FOUR, waiting: 12 }), { ratio: 0.25, headroom: 18 });
	assert.deepEqual(utilisationOf({ ...FOUR, busy: 4, waiting: 3 }), { ratio: 1, headroom: 0 });
});

test("workers that other mills occupy are not idle, and those beyond the limit of a mill are of no use to it", () => {
	assert.equal(utilisationOf({ ...FOUR, busy: 3 }).headroom, 10);
	assert.equal(utilisationOf({ ...FOUR, concurrency: 2 }).headroom, 10);
	assert.equal(utilisationOf({ ...FOUR, concurrency: 1 }).headroom, 0);
});

test("before a call was measured nobody knows the headroom", () => {
	assert.equal(utilisationOf({ ...FOUR, cost: undefined }).headroom, undefined);
});

test("a spare that runs a second try does not make the workers busier than they can be", () => {
	assert.deepEqual(utilisationOf({ ...FOUR, busy: 5 }), { ratio: 1, headroom: 0 });
});
