import assert from "node:assert/strict";
import { test } from "node:test";
import { plainCopy } from "./plain-copy.js";

const PLENTY = 1_000_000;

test("the copy of a plain result is what comes out of its JSON", () => {
	const bare = Object.assign(Object.create(null), { a: 1 });
	const results = [
		{},
		{ a: -0, b: 1e300, c: "\ud800", d: null, e: true, f: undefined, g: [[], {}], 2: "two", 1: "one" },
		{ bare },
	];
	for (const result of results) {
		const copy = plainCopy(result, PLENTY);
		assert.deepEqual(copy, JSON.parse(JSON.stringify(result)));
		assert.deepEqual(Object.keys(copy ?? {}), Object.keys(JSON.parse(JSON.stringify(result))));
	}
});

test("nothing of the copy is shared", () => {
	const result = { list: [{ a: 1 }] };
	const copy = plainCopy(result, PLENTY) as typeof result;
	assert.notEqual(copy.list, result.list);
	assert.notEqual(copy.list[0], result.list[0]);
});

test("whatever JSON writes in its own way is left to JSON", () => {
	const round: Record<string, unknown> = {};
	round.self = round;
	const odd = [
		Number.NaN,
		Infinity,
		new Date(0),
		new Map(),
		Int8Array.of(1),
		() => 1,
		Symbol("s"),
		1n,
		[undefined],
	];
	for (const value of [...odd, new (class A {})(), { toJSON: () => 1 }, JSON.parse('{"__proto__":1}'), round])
		assert.equal(plainCopy({ value }, PLENTY), undefined, String(typeof value));
	const thrower = {
		get a() {
			throw new Error("read");
		},
	};
	assert.equal(plainCopy(thrower, PLENTY), undefined);
});

test("a result that may be too long is left to JSON", () => {
	for (const result of [{ a: "\u0001".repeat(10) }, { a: [1, 2, 3] }, { a: -Number.MIN_VALUE }]) {
		const { length } = JSON.stringify(result);
		assert.equal(plainCopy(result, length - 1), undefined);
		assert.ok(plainCopy(result, 4 * length + 200));
	}
});
