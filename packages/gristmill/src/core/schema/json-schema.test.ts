import assert from "node:assert/strict";
import { test } from "node:test";
import {
	closed,
	compile,
	enumeration,
	type JsonSchema,
	modern,
	plain,
	properties,
	required,
} from "./json-schema.js";
import { type Schema, Type } from "./type.js";

const accepts = (schema: Schema, value: unknown) => compile(plain(schema)).check(value);
const closedAccepts = (schema: Schema, value: unknown) => compile(closed(plain(schema))).check(value);
const complaint = (schema: Schema, value: unknown) => compile(closed(plain(schema))).complaint(value);

const PERSON = Type.Object({
	name: Type.String({ minLength: 1 }),
	age: Type.Integer({ minimum: 0 }),
	home: Type.Optional(Type.Object({ town: Type.String() })),
});

test("a value that satisfies the schema passes, any other does not", () => {
	assert.equal(accepts(PERSON, { name: "Ada", age: 36, home: { town: "London" } }), true);
	for (const bad of [
		null,
		[],
		"x",
		{},
		{ name: "", age: 1 },
		{ name: "Ada", age: 1.5 },
		{ name: "Ada", age: -1 },
	])
		assert.equal(accepts(PERSON, bad), false, JSON.stringify(bad));
});

test("a complaint names the place and says what must be", () => {
	assert.equal(complaint(PERSON, { name: "Ada", age: "old" }), "/age must be a whole number");
	assert.match(complaint(PERSON, { name: "Ada", age: -1 }), /^\/age must be >= 0$/);
	assert.match(
		complaint(PERSON, { name: "Ada", age: 1, home: { town: 7 } }),
		/^\/home\/town must be a string$/,
	);
	assert.match(complaint(PERSON, 7), /^the value must be an object$/);
	assert.match(complaint(PERSON, {}), /^the value lacks name, age$/);
});

test("a complaint names the values that are allowed", () => {
	const union = Type.Union([Type.Literal("a"), Type.Literal(2), Type.Enum(["b", "c"])]);
	const schema = Type.Object({ kind: Type.Literal("mill"), size: Type.Enum(["s", "l"]), any: union });
	assert.equal(
		complaint(schema, { kind: "mil", size: "m", any: "x" }),
		'/kind must be "mill"; /size must be one of "s", "l"; /any must be one of "a", 2, "b", "c"',
	);
	const log = compile(closed(plain(schema))).complaintForLog({ kind: "mil", size: "s", any: 2 });
	assert.equal(log, '/kind must be "mill"');
});

test("a complaint names every member that is wrong, those that are not declared too", () => {
	assert.equal(complaint(PERSON, { name: "Ada", age: 1, extra: 1 }), "/extra is not declared");
	const several = complaint(PERSON, { name: 7, age: 1, extra: 1, home: { town: 7 } });
	assert.deepEqual(
		new Set(several.split("; ")),
		new Set(["/extra is not declared", "/name must be a string", "/home/town must be a string"]),
	);
	const both = Type.Intersect([Type.Object({ a: Type.Number() }), Type.Object({ b: Type.Number() })]);
	assert.equal(complaint(both, { a: 1, b: 2, c: 3 }), "/c is not declared");
	const long = complaint(Type.Array(Type.Integer()), Array(50).fill("x")).split("; ");
	assert.equal(long.length, 6);
	assert.equal(long.at(-1), "there is more");
});

test("a complaint for the log does not name members that are not declared", () => {
	const text = compile(closed(plain(PERSON))).complaintForLog({ name: "Ada", age: "1", s3cret: 1 });
	assert.match(text, /the value must not have additional properties/);
	assert.match(text, /\/age must be a whole number/);
	assert.doesNotMatch(text, /s3cret/);
});

test("a complaint never quotes a value", () => {
	for (const value of [{ name: "Ada", age: "s3cret" }, { name: "Ada", age: 1, home: "s3cret" }, "s3cret"])
		assert.ok(!complaint(PERSON, value).includes("s3cret"));
});

test("a complaint does not grow with the keys of the caller", () => {
	const map = Type.Record(Type.String(), Type.Integer());
	assert.ok(complaint(map, { ["k".repeat(100_000)]: "x" }).length < 1_000);
});

test("closing an object makes every further field an error, at any depth", () => {
	assert.equal(closedAccepts(PERSON, { name: "Ada", age: 1 }), true);
	assert.equal(closedAccepts(PERSON, { name: "Ada", age: 1, extra: 1 }), false);
	assert.equal(closedAccepts(PERSON, { name: "Ada", age: 1, home: { town: "x", extra: 1 } }), false);
});

for (const [place, schema, good, bad] of [
	["in an array", Type.Array(Type.Object({ a: Type.Integer() })), [{ a: 1 }], [{ a: 1, b: 2 }]],
	["in a tuple", Type.Tuple([Type.Object({ a: Type.Integer() })]), [{ a: 1 }], [{ a: 1, b: 2 }]],
	["in a union", Type.Union([Type.Object({ a: Type.Integer() }), Type.Null()]), { a: 1 }, { a: 1, b: 2 }],
	[
		"in a map",
		Type.Record(Type.String(), Type.Object({ a: Type.Integer() })),
		{ x: { a: 1 } },
		{ x: { a: 1, b: 2 } },
	],
	[
		"made of two",
		Type.Intersect([Type.Object({ a: Type.Integer() }), Type.Object({ b: Type.Integer() })]),
		{ a: 1, b: 2 },
		{ a: 1, b: 2, c: 3 },
	],
	[
		"inside one that is made of two",
		Type.Intersect([
			Type.Object({ a: Type.Object({ n: Type.Integer() }) }),
			Type.Object({ b: Type.Integer() }),
		]),
		{ a: { n: 1 }, b: 2 },
		{ a: { n: 1, extra: 1 }, b: 2 },
	],
	[
		"that refers to itself",
		Type.Cyclic({ Tree: Type.Object({ kids: Type.Array(Type.Ref("Tree")) }) }, "Tree"),
		{ kids: [{ kids: [] }] },
		{ kids: [{ kids: [], extra: 1 }] },
	],
] as const)
	test(`an object ${place} is closed too`, () => {
		assert.equal(closedAccepts(schema, good), true);
		assert.equal(accepts(schema, bad), true, "the open schema must let it pass, or this test says nothing");
		assert.equal(closedAccepts(schema, bad), false);
	});

test("an object that says itself whether it is open is left as it is", () => {
	const map = Type.Object({}, { additionalProperties: Type.Integer() });
	assert.equal(closedAccepts(map, { a: 1 }), true);
	assert.equal(closedAccepts(map, { a: "x" }), false);
	assert.equal(closed({ type: "object", additionalProperties: true }).additionalProperties, true);
});

test("closing makes a copy, and modernising leaves objects open", () => {
	const before = JSON.stringify(PERSON);
	closed(plain(PERSON));
	assert.equal(JSON.stringify(PERSON), before);
	assert.equal(compile(modern(plain(PERSON))).check({ name: "Ada", age: 1, extra: 1 }), true);
});

test("a tuple is written as JSON Schema 2020-12 has it", () => {
	const old = {
		type: "array",
		items: [{ type: "string" }, { type: "integer" }],
		additionalItems: false,
		minItems: 2,
	};
	assert.deepEqual(modern(old), {
		type: "array",
		prefixItems: [{ type: "string" }, { type: "integer" }],
		items: false,
		minItems: 2,
	});
	assert.equal(compile(modern(old)).check(["a", 1]), true);
	assert.equal(compile(modern(old)).check(["a", 1, 2]), false);
	assert.equal(compile(modern(old)).check([1, "a"]), false);
});

test("equal items are told, and the time grows with the list", () => {
	const ids = Type.Object({ ids: Type.Array(Type.Integer(), { uniqueItems: true }) });
	assert.equal(complaint(ids, { ids: [1, 1] }), "a list has equal items where all must differ");
	assert.match(complaint(ids, { ids: [1, 1, "x"] }), /^\/ids\/2 must be a whole number/);
	// In quadratic time this would take minutes.
	assert.ok(complaint(ids, { ids: new Array(200_000).fill(0) }));
});

test("a schema of a map accepts names with line breaks", () => {
	const counts = Type.Object({ counts: Type.Record(Type.String(), Type.Integer()) });
	assert.ok(closedAccepts(counts, { counts: { a: 1, "\n": 2, "a\u2028b": 3 } }));
	assert.ok(!closedAccepts(counts, { counts: { "a\nb": "x" } }));
	assert.ok(!compile(modern(plain(counts))).check({ counts: { "a\nb": "x" } }));
});

test("a field that is called like a keyword is not taken for one", () => {
	const schema = Type.Object({
		items: Type.Array(Type.String()),
		additionalItems: Type.String(),
		anyOf: Type.String(),
	});
	assert.equal(closedAccepts(schema, { items: ["a"], additionalItems: "b", anyOf: "c" }), true);
	assert.deepEqual(Object.keys(properties(closed(plain(schema)))), ["items", "additionalItems", "anyOf"]);
});

test("values inside const, enum, default and examples are not rewritten", () => {
	const data = { type: "object", items: [1] };
	const schema = { const: data, enum: [data], default: data, examples: [data] };
	assert.deepEqual(closed(schema), schema);
});

test("an enumeration is found however it is written", () => {
	assert.deepEqual(enumeration({ enum: [1, 2] }), [1, 2]);
	assert.deepEqual(enumeration({ const: null }), [null]);
	assert.deepEqual(enumeration(plain(Type.Enum(["a", "b"]))), ["a", "b"]);
	assert.deepEqual(enumeration(plain(Type.Union([Type.Literal("a"), Type.Literal("b")]))), ["a", "b"]);
	assert.deepEqual(enumeration({ oneOf: [{ const: 1 }, { enum: [2, 3] }] }), [1, 2, 3]);
});

test("a schema that also allows other values is not an enumeration", () => {
	for (const schema of [{}, { type: "string" }, { anyOf: [] }, { anyOf: [{ const: 1 }, { type: "string" }] }])
		assert.equal(enumeration(schema), undefined, JSON.stringify(schema));
});

test("a schema that is no object has no members and demands none", () => {
	assert.deepEqual(properties({ type: "string" }), {});
	assert.deepEqual(required({ type: "string" }), []);
	assert.deepEqual(required(plain(PERSON)), ["name", "age"]);
});

test("an enumeration names the type of its values, where they have one", () => {
	const typeOf = (schema: JsonSchema) => modern(schema).type;
	assert.equal(typeOf({ enum: ["a", "b"] }), "string");
	assert.equal(typeOf({ const: true }), "boolean");
	assert.equal(typeOf({ enum: [1, 2.5] }), "number");
	assert.equal(typeOf({ enum: ["a", 1] }), undefined);
	assert.equal(typeOf({ enum: ["a", null] }), undefined);
	assert.equal(typeOf({ const: null }), undefined);
	assert.equal(typeOf({ enum: [] }), undefined);
	assert.equal(typeOf({ type: "integer", enum: [1] }), "integer");
	assert.equal(typeOf({ minimum: 1 }), undefined);
	const nested = modern({ type: "object", properties: { enum: { enum: ["a"] } } });
	assert.deepEqual(nested.properties, { enum: { type: "string", enum: ["a"] } });
});

test("a log gets the names that the schema declares or the code has, and no other: they may be input", () => {
	const schema = closed(
		plain(
			Type.Object({ counts: Type.Record(Type.String(), Type.Integer()), list: Type.Array(Type.Integer()) }),
		),
	);
	const told = (value: unknown, code?: string) => compile(schema).complaintForLog(value, code);
	const good = { counts: {}, list: [] };
	assert.equal(
		told({ ...good, extra: 1 }, "run() { return { counts, list, extra: 1 }; }"),
		"/extra is not declared",
	);
	assert.equal(told({ ...good, hunter2: 1 }, "run() {}"), "the value must not have additional properties");
	assert.equal(told({ ...good, counts: { hunter2: "x" } }), "/counts/… must be a whole number");
	assert.equal(told({ ...good, counts: { 4111: "x" } }), "/counts/… must be a whole number");
	assert.equal(told({ ...good, list: [1, "x"] }), "/list/1 must be a whole number");
});
