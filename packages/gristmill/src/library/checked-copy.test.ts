import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compileOutput, type JsonSchema, type OutputValidator } from "../core/schema/json-schema.js";
import { checkedCopyBy } from "./checked-copy.js";
import { plainCopy } from "./plain-copy.js";

const PLENTY = 1_000_000;
const NAMES = ["a", "toJSON", "constructor", 'é"\u2028\n', "1", "b"];

const names = fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 4 });
const { schema } = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>((tie) => ({
	schema: fc.oneof(
		{ maxDepth: 3 },
		fc.constantFrom<JsonSchema>(
			{ type: "string" },
			{ type: "string", enum: ["a", "\ud800", '"'] },
			{ type: "integer", minimum: 0 },
			{ type: "number", maximum: 9.5 },
			{ type: "boolean" },
		),
		tie("object"),
		tie("schema").map((items) => ({ type: "array", items })),
	),
	object: names.chain((declared) =>
		fc.record({
			type: fc.constant("object"),
			required: fc.subarray(declared),
			properties: fc
				.array(tie("schema"), { minLength: declared.length, maxLength: declared.length })
				.map((members) => Object.fromEntries(declared.map((name, i) => [name, members[i]]))),
			additionalProperties: fc.constant(false),
		}),
	),
})) as { schema: fc.Arbitrary<JsonSchema> };

/** Objects with what a program can do to them. */
const ODD = fc.constantFrom<unknown>(
	-0,
	Number.NaN,
	Infinity,
	1n,
	null,
	undefined,
	"\ud800",
	Symbol("s"),
	() => 1,
	new Date(0),
	new Map(),
	Int8Array.of(1),
	// biome-ignore lint/suspicious/noSparseArray: a hole is what is tested.
	[1, , 2],
	new (class extends Array {})(),
	Object.defineProperty({}, "a", { value: 1 }),
	Object.defineProperty({}, "hidden", { value: 1 }),
	{
		get a() {
			return 1;
		},
	},
	{
		get a() {
			throw new Error("read");
		},
	},
	{ [Symbol("s")]: 1 },
	Object.create({ a: 1 }),
	Object.create(null),
	new (class A {
		a = 1;
	})(),
	new Proxy({ a: 1 }, {}),
	new Proxy([1], {}),
	JSON.parse('{"__proto__":1}'),
	{ a: 1, toJSON: () => 1 },
);

/** Values of a schema, with an odd one here and there if wanted. */
function valuesOf(schema: JsonSchema, odd: boolean): fc.Arbitrary<unknown> {
	const { type, items, properties = {}, required = [] } = schema;
	const plain: fc.Arbitrary<unknown> =
		type === "string"
			? schema.enum
				? fc.constantFrom(...(schema.enum as string[]))
				: fc.string({ unit: "binary" })
			: type === "integer"
				? fc.nat()
				: type === "number"
					? fc.double({ max: 9, noDefaultInfinity: true, noNaN: true })
					: type === "boolean"
						? fc.boolean()
						: type === "array"
							? fc.array(valuesOf(items as JsonSchema, odd), { maxLength: 3 })
							: fc.record(
									Object.fromEntries(
										Object.entries(properties as Record<string, JsonSchema>).map(([name, member]) => [
											name,
											valuesOf(member, odd),
										]),
									),
									{ requiredKeys: odd ? [] : (required as string[]), noNullPrototype: true },
								);
	return odd ? fc.oneof({ weight: 8, arbitrary: plain }, { weight: 1, arbitrary: ODD }) : plain;
}

/** A schema, a value, and what validator and copy make of it, one after the other. */
const compared = (odd: boolean) =>
	schema
		.map((member) => ({
			type: "object",
			properties: { member },
			additionalProperties: false,
		}))
		.chain((whole) =>
			fc.tuple(fc.constant(whole as JsonSchema), valuesOf(whole as JsonSchema, odd), fc.nat(400)),
		);

function inTwoSteps({ schemaAlone }: OutputValidator, value: unknown, most: number): object | undefined {
	try {
		const isRight = schemaAlone.check(value) && !("toJSON" in (value as object));
		return isRight ? plainCopy(value as object, most) : undefined;
	} catch {
		return undefined;
	}
}

test("a value of the schema is copied in one pass as in two", () => {
	fc.assert(
		fc.property(compared(false), ([whole, value, most]) => {
			const copy = checkedCopyBy(whole);
			assert.ok(copy);
			const validator = compileOutput(whole);
			for (const limit of [PLENTY, most]) {
				const expected = inTwoSteps(validator, value, limit);
				const own = copy(value, limit);
				assert.deepEqual(own, expected);
				assert.equal(JSON.stringify(own), JSON.stringify(expected), "the order of members");
			}
		}),
	);
});

test("whatever a program returns, one pass copies nothing that two would not, and the same", () => {
	fc.assert(
		fc.property(compared(true), ([whole, value, most]) => {
			const own = checkedCopyBy(whole)?.(value, most);
			if (own !== undefined) assert.deepEqual(own, inTwoSteps(compileOutput(whole), value, most));
		}),
	);
});

test("a schema that says more is left to the validator", () => {
	const of = (member: JsonSchema) =>
		checkedCopyBy({ type: "object", properties: { member }, additionalProperties: false });
	assert.ok(of({ type: "string", description: "A word." }));
	for (const member of [
		{ type: "string", pattern: "^a$" },
		{ type: "integer", multipleOf: 2 },
		{ type: "array", items: { type: "string" }, uniqueItems: true },
		{ type: "object", properties: {} },
		{ anyOf: [{ type: "string" }] },
		{},
	])
		assert.equal(of(member), undefined, JSON.stringify(member));
});
