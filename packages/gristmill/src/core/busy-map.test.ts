import assert from "node:assert/strict";
import { test } from "node:test";
import { BusyMap } from "./busy-map.js";

test("entries come and go as in a Map, in the order in which they were set", () => {
	const busy = new BusyMap<number, string>();
	const plain = new Map<number, string>();
	for (let i = 0; i < 2_000; i++) {
		busy.set(i, String(i));
		plain.set(i, String(i));
		const gone = Math.floor(i / 3) * 2;
		assert.equal(busy.delete(gone), plain.delete(gone));
		assert.equal(busy.delete(-1), false);
		assert.equal(busy.size, plain.size);
		assert.equal(busy.get(i), plain.get(i));
	}
	assert.deepEqual([...busy.keys()], [...plain.keys()]);
});

test("an iteration goes on while entries are deleted", () => {
	const busy = new BusyMap<number, number>();
	for (let i = 0; i < 100; i++) busy.set(i, i);
	const seen: number[] = [];
	for (const key of busy.keys()) {
		seen.push(key);
		busy.delete(key);
	}
	assert.deepEqual(
		seen,
		Array.from({ length: 100 }, (_, i) => i),
	);
	assert.equal(busy.size, 0);
});
