import assert from "node:assert/strict";
import { test } from "node:test";
import { agreesWithin } from "./tolerance.js";

test("numbers may differ by the tolerance, and nothing else may differ", () => {
	const agrees = agreesWithin(0.01);
	const bytes = Uint8Array.of(200, 1);
	const expected = { score: 0.5, far: 1_000, all: [1, { deep: "x" }], none: null, bytes };
	assert.ok(agrees(expected, { ...expected, score: 0.509, far: 1_009, all: [0.995, { deep: "x" }] }));
	assert.ok(agrees(expected, { ...expected, bytes: Uint8Array.from(bytes) }));
	for (const changed of [
		{ score: 0.52 },
		{ far: 1_011 },
		{ all: [1] },
		{ all: [1, { deep: "y" }] },
		{ none: undefined },
		{ bytes: Uint8Array.of(201, 1) },
		{ bytes: [200, 1] },
		{ more: 1 },
	])
		assert.ok(!agrees(expected, { ...expected, ...changed }), JSON.stringify(changed));
	assert.ok(!agrees({ a: 1 }, { b: 1 }));
	assert.ok(!agrees({ a: 1 }, { a: Number.NaN }));
});
