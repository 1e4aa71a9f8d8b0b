import assert from "node:assert/strict";
import { test } from "node:test";
import { binary } from "../schema/binary.js";
import { Type } from "../schema/type.js";
import { complainAboutSchema } from "./schema-rules.js";

for (const [schema, complaint] of [
	[{ type: "objekt" }, 'The type at output is "objekt". Did you mean "object"?'],
	[{ type: ["string", "nul"] }, 'The type at output is "nul". Did you mean "null"?'],
	[
		{ type: "date" },
		'The type at output is "date", and must be one of string, number, integer, boolean, null, array, object, or a list of these.',
	],
	[
		{ type: "object", propertys: {} },
		'The schema at output has the unknown keyword "propertys". Did you mean "properties"?',
	],
	[
		{ type: "object", properties: { age: { type: "integer", required: true } } },
		'The keyword "required" at output/properties/age is true, and must be a list of names, such as ["title"], beside the properties.',
	],
	[
		{ type: "array", items: { type: "Integer" } },
		'The type at output/items is "Integer". Did you mean "integer"?',
	],
	[
		{ anyOf: [{ type: "null" }, { minlength: 2 }] },
		'The schema at output/anyOf/1 has the unknown keyword "minlength". Did you mean "minLength"?',
	],
	[{ type: "number", minimum: "3" }, 'The keyword "minimum" at output is "3", and must be a number.'],
	[{ maxLength: -1 }, 'The keyword "maxLength" at output is -1, and must be a whole number from 0.'],
	[{ pattern: "(" }, 'The keyword "pattern" at output is "(", and must be a regular expression.'],
	[{ enum: [] }, 'The keyword "enum" at output is [], and must be a list of at least one value.'],
	[
		{ properties: { age: "integer" } },
		'The schema at output/properties/age is "integer", and must be an object.',
	],
	[
		{ anyOf: { type: "null" } },
		'The keyword "anyOf" at output is {"type":"null"}, and must be a list of schemas.',
	],
] as const)
	test(`a schema is refused with the words: ${complaint}`, () => {
		assert.equal(complainAboutSchema(schema, "output"), complaint);
	});

test("what Type makes, and keywords of other standards, are schemas", () => {
	for (const schema of [
		Type.Object({ propertys: Type.Optional(Type.String({ pattern: /^a$/ })), required: Type.Null() }),
		Type.Tuple([Type.String()]),
		Type.Record(Type.String(), Type.Integer()),
		Type.Cyclic({ Tree: Type.Object({ kids: Type.Array(Type.Ref("Tree")) }) }, "Tree"),
		Type.Enum(["objekt"], { default: "objekt", examples: ["objekt"] }),
		Type.Unknown({ "x-unit": "mm", unit: "mm", note: "-", id: "a", secret: true, example: 1 }),
		Type.Object({ image: binary("image/png") }),
		Type.Partial(Type.Object({ a: Type.Literal("propertys") }, { additionalProperties: false })),
		Type.Unsafe({ type: ["string", "null"], const: { type: "objekt" } }),
	])
		assert.equal(complainAboutSchema(schema, "output"), undefined, JSON.stringify(schema));
});
