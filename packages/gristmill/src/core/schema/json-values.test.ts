import assert from "node:assert/strict";
import { test } from "node:test";
import { binary, binaryMembers } from "./binary.js";
import { closed, compileOutput, plain } from "./json-schema.js";
import { isLoose } from "./json-values.js";
import { type Schema, Type } from "./type.js";

const outputOf = (schema: Schema) => compileOutput(closed(plain(schema)), binaryMembers(plain(schema)));
const ANY = outputOf(Type.Object({ any: Type.Unknown() }));

for (const [value, complaint] of [
	[Number.NaN, "/any is NaN"],
	[Number.NEGATIVE_INFINITY, "/any is -Infinity"],
	[new Map([["a", 1]]), "/any is a Map"],
	[new Set([1]), "/any is a Set"],
	[Uint8Array.of(1), "/any is a Uint8Array"],
	[new Error("hunter2"), "/any is an Error"],
	[Promise.resolve(), "/any is a Promise"],
	[1n, "/any is a bigint"],
	[() => {}, "/any is a function"],
	[{ "a/b": [{ c: Number.NaN }] }, "/any/a~1b/0/c is NaN"],
	[[1, undefined], "/any/1 is undefined"],
] as const)
	test(`where the schema allows anything, a result is broken if JSON cannot write it: ${complaint}`, () => {
		assert.equal(ANY.check({ any: value }), false);
		assert.equal(ANY.complaint({ any: value }), `${complaint}, which JSON cannot write`);
		// The log names only members that the schema declares, or that are words of the code.
		const known = complaint.replace("a~1b", "…").replace("/c", "/…");
		assert.equal(ANY.complaintForLog({ any: value }), `${known}, which JSON cannot write`);
		assert.equal(
			ANY.complaintForLog({ any: value }, "({ c }) => c"),
			`${complaint.replace("a~1b", "…")}, which JSON cannot write`,
		);
	});

test("where the schema allows anything, everything that JSON writes as it is passes", () => {
	class Point {
		readonly x = 1;
	}
	const bare = Object.assign(Object.create(null), { a: 1 });
	for (const value of [null, "", -0, true, [[]], { a: undefined }, new Point(), bare, new Date(0)])
		assert.equal(ANY.check({ any: value }), true, String(JSON.stringify(value)));
});

test("a JavaScript Map is not accepted as an object, and a typed array is accepted as a list of numbers", () => {
	const record = outputOf(Type.Object({ counts: Type.Record(Type.String(), Type.Integer()) }));
	assert.equal(record.check({ counts: { a: 1 } }), true);
	assert.equal(
		record.complaint({ counts: new Map([["a", 1]]) }),
		"/counts is a Map, which JSON cannot write",
	);
	const mixed = outputOf(
		Type.Object({ any: Type.Unknown(), list: Type.Array(Type.Number()), image: binary("image/png") }),
	);
	assert.equal(mixed.check({ any: 1, list: Float64Array.of(1), image: Uint8Array.of(1) }), true);
	assert.equal(mixed.complaint({ any: 1, list: "x", image: Uint8Array.of(1) }), "/list must be an array");
});

test("a result whose schema says what every value is needs no second look", () => {
	const person = Type.Object({
		name: Type.String(),
		tags: Type.Array(Type.Union([Type.Literal("a"), Type.Null()])),
		type: Type.Tuple([Type.Integer({ default: {} })]),
	});
	assert.equal(isLoose(closed(plain(person))), false);
	for (const schema of [Type.Unknown(), Type.Object({}), Type.Partial(person), Type.Array(Type.Unknown())])
		assert.equal(isLoose(closed(plain(Type.Object({ member: schema })))), true);
});
