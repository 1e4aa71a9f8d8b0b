import assert from "node:assert/strict";
import { test } from "node:test";
import { compile, plain } from "./json-schema.js";
import { type Schema, type SchemaFunctions, Type } from "./type.js";

const pair = Type.Object({ a: Type.String(), b: Type.Integer() });

/** For every function of `Type`: a schema, a value that it accepts, and one that it rejects. */
const MADE: { readonly [Name in keyof SchemaFunctions]: readonly [Schema, unknown, unknown] } = {
	String: [Type.String(), "a", 1],
	Number: [Type.Number({ minimum: 0 }), 0.5, -1],
	Integer: [Type.Integer(), 1, 0.5],
	Boolean: [Type.Boolean(), true, "true"],
	Null: [Type.Null(), null, 0],
	Unknown: [Type.Array(Type.Unknown()), [1, "a", null], 1],
	Any: [Type.Array(Type.Any()), [1, "a", null], 1],
	Literal: [Type.Literal("a"), "a", "b"],
	Enum: [Type.Enum(["a", 2]), 2, "2"],
	Array: [Type.Array(Type.Integer()), [1, 2], ["1"]],
	Tuple: [Type.Tuple([Type.String(), Type.Integer()]), ["a", 1], ["a"]],
	Object: [pair, { a: "a", b: 1 }, { a: "a" }],
	Record: [Type.Record(Type.Enum(["a", "b"]), Type.Integer()), { a: 1, b: 2 }, { a: 1 }],
	Optional: [Type.Object({ a: Type.Optional(Type.String()) }), {}, { a: 1 }],
	Union: [Type.Union([Type.String(), Type.Null()]), null, 1],
	Intersect: [
		Type.Intersect([pair, Type.Object({ c: Type.Null() })]),
		{ a: "a", b: 1, c: null },
		{ a: "a", b: 1 },
	],
	Partial: [Type.Partial(pair), { b: 1 }, { b: "1" }],
	Pick: [Type.Pick(pair, ["a"]), { a: "a" }, { b: 1 }],
	Omit: [Type.Omit(pair, ["a"]), { b: 1 }, { a: "a" }],
	Cyclic: [
		Type.Cyclic({ Tree: Type.Object({ kids: Type.Array(Type.Ref("Tree")) }) }, "Tree"),
		{ kids: [{ kids: [] }] },
		{ kids: [{}] },
	],
	Ref: [Type.Cyclic({ Word: Type.String(), List: Type.Array(Type.Ref("Word")) }, "List"), ["a"], [1]],
	Unsafe: [Type.Unsafe<"a">({ type: "string" }), "a", 1],
};

for (const [name, [schema, good, bad]] of Object.entries(MADE))
	test(`Type.${name} makes a schema that accepts what its type says`, () => {
		const { check } = compile(plain(schema));
		assert.equal(check(good), true);
		assert.equal(check(bad), false);
	});
