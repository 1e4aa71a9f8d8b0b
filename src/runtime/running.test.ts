import assert from "node:assert/strict";
import { test } from "node:test";
import { Running } from "./running.js";

/** How many calls of a mill may run at a time. */
function most(running: Running, mill: string, othersWait: boolean): number {
	let count = 0;
	for (; count < 100 && running.mayAdd(mill, othersWait); count++) running.add(mill);
	for (let i = 0; i < count; i++) running.remove(mill);
	return count;
}

test("a mill leaves one of several workers to others that wait", () => {
	assert.equal(most(new Running(4), "translator", true), 3);
});

test("the only worker is for whoever comes first", () => {
	assert.equal(most(new Running(1), "translator", true), 1);
});

test("an operator's limit holds whether others wait or not", () => {
	const running = new Running(4, (mill) => (mill === "translator" ? 2 : Number.POSITIVE_INFINITY));
	assert.equal(most(running, "translator", false), 2);
	assert.equal(most(running, "translator", true), 2);
	assert.equal(most(running, "tokeniser", true), 3);
});

test("a mill is named as long as one of its calls runs", () => {
	const running = new Running(2);
	running.add("tokeniser");
	running.add("tokeniser");
	running.remove("tokeniser");
	assert.deepEqual([...running.mills()], ["tokeniser"]);
	running.remove("tokeniser");
	assert.deepEqual([...running.mills()], []);
});
