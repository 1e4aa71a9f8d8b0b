import assert from "node:assert/strict";
import { test } from "node:test";
import { ResultGate } from "./result-gate.js";

/** A gate, and the messages whose results it has let in. */
function gated(most: number) {
	const gate = new ResultGate(most);
	const entered: number[] = [];
	return {
		gate,
		entered,
		admit: (id: number, bytes: number) => gate.admit(id, bytes, () => entered.push(id)),
	};
}

test("results enter in order while there is room, and the next when one leaves", () => {
	const { gate, entered, admit } = gated(100);
	for (const id of [1, 2, 3, 4]) admit(id, 50);
	assert.deepEqual(entered, [1, 2]);
	gate.leave(2);
	assert.deepEqual(entered, [1, 2, 3]);
});

test("a result larger than all room enters alone", () => {
	const { gate, entered, admit } = gated(100);
	admit(1, 1_000);
	admit(2, 1);
	assert.deepEqual(entered, [1]);
	gate.leave(1);
	assert.deepEqual(entered, [1, 2]);
});

test("a caller that is gone while its result waits takes no room", () => {
	const { gate, entered, admit } = gated(100);
	for (const id of [1, 2, 3]) admit(id, 100);
	gate.leave(2);
	// A message that had no result.
	gate.leave(9);
	gate.leave(1);
	assert.deepEqual(entered, [1, 3]);
});
