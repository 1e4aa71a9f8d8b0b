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

test("a method toJSON is called", () => {
	const value = { at: new Date(0), list: long([7]) };
	assert.equal(String(stringify(value)), JSON.stringify(value));
});

test("a typed list is written as a list, long or short, whatever its numbers", () => {
	for (const list of [
		new Uint32Array(),
		Uint32Array.of(7),
		Uint32Array.from(long([0, 9, 10_000, 99_999_999, 100_000_000, 4_294_967_295]) as number[]),
		Uint8Array.of(0, 255),
		// Writes itself as an object, where it is left to.
		Buffer.of(1, 2),
		Int32Array.of(-1, 2_147_483_647),
		Float32Array.of(0.1, -0, 1e30),
		Float64Array.of(0.1, 1e-7),
	]) {
		const [value, same] = [list, Array.from(list)].map((one) => ({ inner: { one, n: 1 }, one, text: "é" }));
		assert.equal(String(stringify(value ?? {})), JSON.stringify(same));
	}
});
