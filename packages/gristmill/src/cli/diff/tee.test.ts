import assert from "node:assert/strict";
import { test } from "node:test";
import { tee } from "./tee.js";

async function* counting(to: number, closed: () => void = () => {}) {
	try {
		for (let i = 0; i < to; i++) yield i;
	} finally {
		closed();
	}
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
	const list: T[] = [];
	for await (const item of items) list.push(item);
	return list;
}

test("both readers get every item, whichever runs ahead", async () => {
	const [a, b] = tee(counting(5));
	assert.deepEqual(await all(a), [0, 1, 2, 3, 4]);
	assert.deepEqual(await all(b), [0, 1, 2, 3, 4]);
});

test("the source is closed when both have stopped reading, and not before", async () => {
	let closed = false;
	const [a, b] = tee(
		counting(100, () => {
			closed = true;
		}),
	);
	for await (const _ of a) break;
	assert.equal(closed, false);
	for await (const _ of b) break;
	assert.equal(closed, true);
});

test("a source that fails fails for both", async () => {
	const [a, b] = tee(
		(async function* () {
			yield 1;
			throw new Error("broken");
		})(),
	);
	await assert.rejects(all(a), /broken/);
	await assert.rejects(all(b), /broken/);
});
