import assert from "node:assert/strict";
import { test } from "node:test";
import { Type as TypeBox } from "typebox";
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

test("Type makes the schemas that TypeBox makes, in the same order, and both can be mixed", () => {
	const all = (from: SchemaFunctions) => {
		const object = from.Object(
			{ a: from.Optional(from.String({ description: "x" })), b: from.Integer({ default: 3 }) },
			{ description: "o", additionalProperties: false },
		);
		return [
			object,
			from.Object({}),
			from.Object({ none: from.Optional(object) }),
			from.Partial(object, { title: "t" }),
			from.Pick(object, ["a"]),
			from.Omit(object, ["a"]),
			from.Optional(object),
			...[
				from.String(),
				from.Integer(),
				from.Number(),
				from.String({ pattern: "^a$" } as { pattern: string }),
			].map((names) => from.Record(names, object, { title: "r" })),
			from.Record(from.Enum(["y", "x"]), from.Null()),
			from.Cyclic({ Node: from.Object({ next: from.Optional(from.Ref("Node")) }) }, "Node", { title: "c" }),
			from.Union([from.Literal("a"), from.Literal(true), from.Literal(5, { title: "five" })]),
			from.Intersect([object, from.Object({ c: from.Null() })], { title: "q" }),
			from.Tuple([from.Boolean()], { minItems: 0 }),
			from.Array(from.Any({ title: "any" }), { uniqueItems: true }),
			from.Unsafe({ type: "string" }),
			from.Unknown(),
		];
	};
	assert.deepEqual(
		all(Type).map((schema) => JSON.stringify(schema)),
		all(TypeBox as unknown as SchemaFunctions).map((schema) => JSON.stringify(schema)),
	);
	const mixed = TypeBox.Object({ a: Type.Optional(Type.String()) as never, b: TypeBox.Null() });
	assert.deepEqual(mixed.required, ["b"]);
	assert.deepEqual(plain(Type.Object({ a: TypeBox.Optional(TypeBox.String()), b: Type.Null() })).required, [
		"b",
	]);
});
