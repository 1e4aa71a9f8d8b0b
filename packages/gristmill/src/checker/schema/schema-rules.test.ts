import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { schemaComplaint } from "./schema-rules.js";

const GOOD: readonly unknown[] = [
	true,
	{},
	{ type: ["object", "null"], properties: { a: { type: "integer", minimum: 0 } }, required: ["a"] },
	{
		$schema: "https://json-schema.org/draft/2020-12/schema",
		prefixItems: [{ type: "string" }],
		items: false,
	},
	{ anyOf: [{ const: 1 }, { enum: ["a"] }], not: { pattern: "^a$" }, $defs: { x: { $ref: "#" } } },
	{ unknownKeyword: { type: "nonsense" }, default: 7 },
];

const BAD: readonly unknown[] = [
	7,
	[],
	{ type: "nonsense" },
	{ type: [] },
	{ required: "a" },
	{ properties: { a: 5 } },
	{ properties: [] },
	{ minimum: "0" },
	{ minLength: -1 },
	{ multipleOf: 0 },
	{ anyOf: [] },
	{ items: 3 },
	{ $defs: { x: { additionalProperties: "no" } } },
	{ pattern: "(" },
	{ uniqueItems: 1 },
];

test("valid schemas are accepted, and another validator agrees", () => {
	const ajv = new Ajv2020({ strict: false });
	for (const schema of GOOD) {
		assert.equal(schemaComplaint(schema), undefined, JSON.stringify(schema));
		assert.ok(ajv.validateSchema(schema as object), JSON.stringify(schema));
	}
});

test("an invalid schema is rejected with the place of its mistake, and another validator agrees", () => {
	for (const schema of BAD) {
		assert.equal(typeof schemaComplaint(schema), "string", JSON.stringify(schema));
		if (typeof schema !== "object" || Array.isArray(schema) || (schema && "pattern" in schema)) continue;
		assert.equal(
			new Ajv2020({ strict: false, logger: false }).validateSchema(schema as object),
			false,
			JSON.stringify(schema),
		);
	}
	assert.match(schemaComplaint({ $defs: { x: { type: "no" } } }) ?? "", /^#\/\$defs\/x\/type /);
});

test("older dialects are known, made-up ones are not", () => {
	const old = { $schema: "http://json-schema.org/draft-04/schema#", minimum: 0, exclusiveMinimum: true };
	assert.equal(schemaComplaint(old), undefined);
	assert.match(schemaComplaint({ $schema: "https://schema.example/mine" }) ?? "", /unknown dialect/);
});
