import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { BusyMap } from "./busy-map.js";

test("deleted entries are freed by minor garbage collections", () => {
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
