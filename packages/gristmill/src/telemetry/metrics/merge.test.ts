import assert from "node:assert/strict";
import { test } from "node:test";
import type { Family } from "./exposition.js";
import { Histogram } from "./histogram.js";
import { countersOf, mergedFamilies } from "./merge.js";

function familiesOf(calls: number, ready: number, lag: number): Family[] {
	const durations = new Histogram([1, 2]);
	for (let i = 0; i < calls; i++) durations.observe(i);
	return [
		{ name: "calls_total", help: "Calls.", type: "counter", samples: [[{ mill: "a" }, calls]] },
		{ name: "seconds", help: "Time.", type: "histogram", samples: [[{ mill: "a" }, durations]] },
		{ name: "waiting", help: "Waiting.", type: "gauge", samples: [[{}, calls]] },
		{ name: "ready", help: "Ready.", type: "gauge", across: "min", samples: [[{}, ready]] },
		{ name: "use", help: "Use.", type: "gauge", across: "mean", samples: [[{}, lag]] },
		{ name: "lag", help: "Lag.", type: "gauge", across: "max", samples: [[{}, lag]] },
	];
}

const valueIn = (families: readonly Family[], name: string) =>
	families.find((family) => family.name === name)?.samples[0]?.[1];

test("counters, histograms and most gauges are added; the others are the least, the most or the mean", () => {
	const all = mergedFamilies([familiesOf(2, 1, 0.5), familiesOf(4, 0, 0.2)]);
	assert.equal(all.length, 6);
	assert.equal(valueIn(all, "calls_total"), 6);
	assert.equal(valueIn(all, "waiting"), 6);
	assert.equal(valueIn(all, "ready"), 0);
	assert.equal(valueIn(all, "lag"), 0.5);
	assert.equal(valueIn(all, "use"), 0.35);
	const { counts, sum } = valueIn(all, "seconds") as Histogram;
	assert.deepEqual([...counts], [4, 1, 1]);
	assert.equal(sum, 7);
});

test("series that only one process has are kept", () => {
	const other: Family = {
		...{ name: "calls_total", help: "Calls.", type: "counter" },
		samples: [[{ mill: "b" }, 1]],
	};
	const [calls] = mergedFamilies([familiesOf(2, 1, 0), [other]]);
	assert.deepEqual(calls?.samples, [
		[{ mill: "a" }, 2],
		[{ mill: "b" }, 1],
	]);
});

test("a process that is gone leaves its counters, and none of its gauges", () => {
	const names = countersOf(familiesOf(2, 1, 0)).map(({ name }) => name);
	assert.deepEqual(names, ["calls_total", "seconds"]);
});
