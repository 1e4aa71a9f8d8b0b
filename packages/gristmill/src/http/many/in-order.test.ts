import assert from "node:assert/strict";
import { test } from "node:test";
import { TURN_MS } from "../../core/in-slices.js";
import { ManualClock } from "../../testing/manual-clock.js";
import { inOrder } from "./in-order.js";

async function* batchesOf(...batches: readonly number[][]): AsyncGenerator<readonly number[], void, void> {
	yield* batches;
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

test("answers come in the order of their lines, whether they are there at once or later", async () => {
	const later = new Map<number, () => void>();
	const answer = (n: number) =>
		n % 3 === 0 ? new Promise<number>((come) => later.set(n, () => come(n))) : n;
	const answers = inOrder(batchesOf(upTo(4), [4, 5, 6]), answer, 5, new ManualClock());
	const first = answers.next();
	while (later.size < 2) await new Promise(setImmediate);
	later.get(3)?.();
	later.get(0)?.();
	const come = [...((await first).value ?? [])];
	while (come.length < 6) come.push(...((await answers.next()).value ?? []));
	assert.deepEqual(come, upTo(6));
	const last = answers.next();
	while (!later.has(6)) await new Promise(setImmediate);
	later.get(6)?.();
	assert.deepEqual((await last).value, [6]);
	assert.equal((await answers.next()).done, true);
});

test("lines that are answered at once let everything else have its turn", async () => {
	const clock = new ManualClock();
	let turns = 0;
	let isOver = false;
	const count = () => {
		turns++;
		if (!isOver) setImmediate(count);
	};
	setImmediate(count);
	const answer = (n: number) => {
		clock.advance(1);
		return n;
	};
	const come: number[] = [];
	for await (const some of inOrder(batchesOf(upTo(100)), answer, 64, clock)) come.push(...some);
	isOver = true;
	assert.deepEqual(come, upTo(100));
	assert.ok(turns >= 100 / TURN_MS - 1, String(turns));
});

test("of lines that are answered at once, those that are ready come together", async () => {
	const sizes: number[] = [];
	for await (const some of inOrder(batchesOf(upTo(100)), (n) => n, 64, new ManualClock()))
		sizes.push(some.length);
	assert.deepEqual(sizes, [64, 36]);
});

test("an answer that fails ends them after those before it", async () => {
	const answers = inOrder(
		batchesOf(upTo(3)),
		(n) => (n === 1 ? Promise.reject(new Error("gone")) : n),
		64,
		new ManualClock(),
	);
	assert.deepEqual((await answers.next()).value, [0]);
	await assert.rejects(answers.next(), /gone/);
});
