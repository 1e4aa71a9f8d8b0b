import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { RESULT_TYPES } from "../../codecs/encode.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import type { Call } from "../perform.js";
import { batchKey, callKey, flightKey } from "./call-key.js";

/** What an answer depends on, as the key is made of it. */
interface Facts extends Omit<Call, "maxOutput" | "isLong"> {
	readonly name: string;
	readonly method: "POST" | "QUERY" | "GET";
	readonly digest: string;
}

const mill = emptyMill();

function keyOf({ name, method, digest, ...call }: Facts): string {
	return callKey({ ...mill, name, method }, digest, call);
}

// Zero has a test of its own.
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n));
const scalar = fc.oneof(fc.string(), number, fc.boolean());
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const PARTS = {
	name: word.map((first) => `${first}-meter`),
	method: fc.constantFrom("POST", "QUERY", "GET"),
	digest: fc.string(),
	mediaType: fc.string(),
	charset: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
	parameters: fc.dictionary(word, fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })), {
		noNullPrototype: true,
	}),
	resultType: fc.constantFrom(...RESULT_TYPES),
	links: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
	body: fc.uint8Array({ maxLength: 50 }),
	from: fc.nat(),
} as const;
const facts: fc.Arbitrary<Facts> = fc.record(PARTS);

test("equal facts have equal keys, whoever made them", () => {
	fc.assert(
		fc.property(facts, (one) => {
			const same = { ...structuredClone(one), body: Buffer.from(one.body) };
			assert.equal(keyOf(one), keyOf(same));
			assert.equal(flightKey(mill, "", one), flightKey(mill, "", same));
		}),
	);
});

/** The keys of calls at the same time: those of one mill alone. */
const OF_MILL = ["name", "method", "digest"];

for (const fact of Object.keys(PARTS) as (keyof Facts)[])
	test(`calls that differ in ${fact} alone have different keys`, () => {
		fc.assert(
			fc.property(facts, PARTS[fact] as fc.Arbitrary<never>, (one, other) => {
				fc.pre(!isDeepStrictEqual(one[fact], other));
				assert.notEqual(keyOf(one), keyOf({ ...one, [fact]: other }));
				if (!OF_MILL.includes(fact))
					assert.notEqual(flightKey(mill, "", one), flightKey(mill, "", { ...one, [fact]: other }));
			}),
			{ numRuns: 300 },
		);
	});

test("the order of the parameters makes no difference", () => {
	fc.assert(
		fc.property(facts, (one) => {
			const parameters = Object.fromEntries(Object.entries(one.parameters).reverse());
			assert.equal(keyOf(one), keyOf({ ...one, parameters }));
		}),
	);
});

test("calls at the same time that differ in one byte have different keys, however long they are", () => {
	const head = flightKey(mill, "", { ...plain, body: Buffer.alloc(0) }).length;
	for (const size of [0, 4_095 - head, 4_096 - head, 4_095, 4_096, 100_000]) {
		const [one, same, other] = [0, 0, 1].map((last) =>
			flightKey(mill, "", { ...plain, body: Buffer.concat([Buffer.alloc(size, "é"), Buffer.from([last])]) }),
		);
		assert.equal(one, same);
		assert.notEqual(one, other);
		assert.ok((one ?? "").length <= 4_096);
	}
	const long = [1, 2].map((last) =>
		flightKey(mill, "", { ...plain, parameters: { text: "x".repeat(10_000) + last } }),
	);
	assert.notEqual(long[0], long[1]);
	assert.ok((long[0] ?? "").length < 100);
});

test("the order within a list makes a difference", () => {
	const one = { ...plain, parameters: { tags: ["a", "b"] } };
	assert.notEqual(keyOf(one), keyOf({ ...one, parameters: { tags: ["b", "a"] } }));
});

test("a number is not the text of it", () => {
	const keys = [1, "1", true, "true"].map((value) => keyOf({ ...plain, parameters: { value } }));
	assert.equal(new Set(keys).size, keys.length);
});

test("minus zero is not zero: a mill can tell them apart, and so can a query string", () => {
	const keys = ["0", "-0"].map((value) => keyOf({ ...plain, parameters: { value: Number(value) } }));
	assert.notEqual(keys[0], keys[1]);
});

test("the end of one fact of a call is not confused with the beginning of the next", () => {
	fc.assert(
		fc.property(facts, fc.string({ minLength: 1 }), (one, moved) => {
			const here = { ...one, charset: `utf-8${moved}`, links: "x" };
			const there = { ...one, charset: "utf-8", links: `${moved}x` };
			assert.notEqual(keyOf(here), keyOf(there));
			assert.notEqual(flightKey(mill, "", here), flightKey(mill, "", there));
		}),
	);
});

const plain: Facts = {
	name: "text-meter",
	method: "POST",
	digest: "digest",
	mediaType: "text/plain",
	charset: undefined,
	parameters: {},
	resultType: "application/json",
	links: undefined,
	body: Buffer.from("grist"),
};

test("calls may be computed together if all but their inputs is the same", () => {
	const call = {
		mediaType: "text/plain",
		charset: undefined,
		parameters: { a: 1, b: 0 },
		resultType: "application/json",
		links: undefined,
		body: Buffer.from("x"),
	} as const;
	const key = batchKey(call);
	assert.equal(batchKey({ ...call, charset: "latin1", body: Buffer.from("y") }), key);
	assert.equal(batchKey({ ...call, parameters: { b: 0, a: 1 } }), key);
	for (const other of [
		{ parameters: { a: 1, b: -0 } },
		{ parameters: { a: "1", b: 0 } },
		{ parameters: { a: 1 } },
		{ mediaType: "application/json" },
		{ resultType: "application/xml" as const },
	])
		assert.notEqual(batchKey({ ...call, ...other }), key, JSON.stringify(other));
});
