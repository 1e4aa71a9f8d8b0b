import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { stringify } from "./long-lists.js";

const long = (values: readonly unknown[]) =>
	Array.from({ length: 1_200 }, (_, i) => values[i % values.length]);

test("long lists are written as JSON.stringify writes them", () => {
	for (const values of [
		[0],
		[9, 10, 99, 100, 999_999_999, 4_294_967_295],
		[4_294_967_296],
		[1, 2.5],
		[-1],
		[-0],
		[Number.NaN, Number.POSITIVE_INFINITY],
		[1, null, "2", true, undefined],
		[[1, 2]],
		[{ start: 1 }],
	]) {
		const value = { list: long(values), inner: { other: long([1]), left: undefined, text: "é\n" }, n: 1 };
		assert.equal(String(stringify(value)), JSON.stringify(value));
	}
});

test("any value is written as JSON.stringify writes it", () => {
	const numbers = fc.array(fc.oneof(fc.nat(), fc.integer(), fc.double()), { maxLength: 5 });
	const value = fc.dictionary(
		fc.string(),
		fc.oneof(
			fc.jsonValue(),
			numbers.map((list) => (list.length > 0 ? long(list) : list)),
			fc.constant(undefined),
		),
	);
	fc.assert(fc.property(value, (some) => assert.equal(String(stringify(some)), JSON.stringify(some))));
});

test("a value that writes itself is asked to", () => {
	const value = { at: new Date(0), list: long([7]) };
	assert.equal(String(stringify(value)), JSON.stringify(value));
});
