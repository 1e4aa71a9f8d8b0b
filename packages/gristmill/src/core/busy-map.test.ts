import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
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

test("what was deleted is freed without a search of the whole heap", () => {
	setFlagsFromString("--expose-gc");
	const collect = runInNewContext("gc") as (options: { type: "minor" }) => void;
	/** The heap after 200,000 entries that each stay for a while. */
	const growth = (map: { set(key: number, value: object): unknown; delete(key: number): boolean }) => {
		for (let i = 0; i < 64; i++) map.set(i, {});
		for (let i = 0; i < 4; i++) collect({ type: "minor" });
		const before = process.memoryUsage().heapUsed;
		for (let i = 64; i < 200_000; i++) {
			map.set(i, new Array(20).fill(i));
			map.delete(i - 64);
			if (i % 5_000 === 0) collect({ type: "minor" });
		}
		collect({ type: "minor" });
		collect({ type: "minor" });
		return process.memoryUsage().heapUsed - before;
	};
	const busy = growth(new BusyMap<number, object>());
	assert.ok(busy < 4 * 1024 * 1024, `${busy} bytes`);
});
