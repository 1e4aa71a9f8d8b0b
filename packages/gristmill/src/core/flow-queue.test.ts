import assert from "node:assert/strict";
import { test } from "node:test";
import { FlowQueue } from "./flow-queue.js";

test("values come in order, and count as taken when the next one is asked for", async () => {
	const queue = new FlowQueue<number>();
	const taken: number[] = [];
	queue.onTaken = (size) => taken.push(size);
	for (let i = 0; i < 10_000; i++) queue.push(i, 2);
	assert.equal(queue.held, 20_000);
	const values = queue.read();
	for (let i = 0; i < 9_000; i++) assert.equal((await values.next()).value, i);
	assert.deepEqual([taken.length, queue.held], [8_999, 20_000 - 2 * 8_999]);
	queue.push(10_000, 1);
	queue.end();
	queue.push(10_001, 1);
	const rest: number[] = [];
	for await (const value of values) rest.push(value);
	assert.deepEqual([rest.length, rest.at(-1), queue.held], [1_001, 10_000, 0]);
});

test("a failure comes behind the values before it", async () => {
	const queue = new FlowQueue<string>();
	const values = queue.read();
	const first = values.next();
	queue.push("a", 1);
	queue.fail(new Error("gone"));
	queue.end();
	assert.equal((await first).value, "a");
	await assert.rejects(values.next(), /gone/);
});
