import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import fc from "fast-check";
import { exceeded, JsonGauge } from "./json-bounds.js";

const bounds = { depth: 3, values: 10 };
const look = (text: string) => exceeded(Buffer.from(text), bounds);

test("a text within its bounds is let through", () => {
	for (const text of ["", "1", "[[[]]]", '{"a":{"b":{}}}', "[1,2,3,4,5,6,7,8,9]", "[[],[],[]]"])
		assert.equal(look(text), undefined, text);
});

test("too deep nesting and too many values are different results", () => {
	assert.equal(look("[[[["), "depth");
	assert.equal(look('{"a":[{"b":['), "depth");
	assert.equal(look("[1,2,3,4,5,6,7,8,9,10]"), "values");
	assert.equal(look("[],".repeat(9)), "values");
	assert.equal(look(",".repeat(11)), "values");
});

test("what stands in a string does not count, whatever is escaped in it", () => {
	assert.equal(look(JSON.stringify("[{,".repeat(100))), undefined);
	assert.equal(look(JSON.stringify('"[{,\\'.repeat(100))), undefined);
	assert.equal(look(`["\\\\",[[${"[".repeat(9)}`), "depth");
	assert.equal(look('"\\'), undefined, "a string without an end");
});

test("a value is let through if and only if it keeps the bounds, however it is written", () => {
	const measure = (value: unknown): { depth: number; values: number } => {
		if (typeof value !== "object" || value === null) return { depth: 0, values: 1 };
		const members = Object.values(value).map(measure);
		const sum = members.reduce((total, { values }) => total + values, 0);
		// An empty array or object counts twice.
		return { depth: 1 + Math.max(0, ...members.map(({ depth }) => depth)), values: 1 + Math.max(1, sum) };
	};
	fc.assert(
		fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 0, max: 2 }), (json, indent) => {
			const value = JSON.parse(json);
			const bytes = Buffer.from(JSON.stringify(value, null, indent));
			const { depth, values } = measure(value);
			assert.equal(exceeded(bytes, { depth, values }), undefined);
			if (depth > 0) assert.equal(exceeded(bytes, { depth, values: values - 1 }), "values");
			if (depth > 0) assert.equal(exceeded(bytes, { depth: depth - 1, values }), "depth");
		}),
	);
});

test("a string with many escapes costs no more than its length", () => {
	// With a search from each escape to the end of the string, this would take minutes.
	const text = JSON.stringify({ a: '\\"'.repeat(1_000_000), b: [[[]]] });
	assert.equal(exceeded(Buffer.from(text), { depth: 4, values: 9 }), undefined);
	assert.equal(exceeded(Buffer.from(text), { depth: 3, values: 9 }), "depth");
});

test("a text in chunks is measured like a whole one", () => {
	fc.assert(
		fc.property(fc.json(), fc.integer({ min: 1, max: 9 }), fc.nat({ max: 20 }), (json, size, most) => {
			const bytes = Buffer.from(json);
			const bounds = { depth: 3, values: most };
			const gauge = new JsonGauge(bounds);
			let found: string | undefined;
			for (let i = 0; i < bytes.length && found === undefined; i += size)
				found = gauge.push(bytes.subarray(i, i + size));
			assert.equal(found, exceeded(bytes, bounds));
		}),
	);
});
