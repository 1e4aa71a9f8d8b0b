import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "../../core/schema/schema-parts.js";
import { choicesOf, complaint, controlOf, defaultOf, given, suggestionsOf, typedTexts } from "./parameter.js";

const named = (schema: JsonSchema, required = false) => ({ name: "p", inPath: false, required, schema });
const says = (schema: JsonSchema, ...texts: string[]) => complaint(named(schema), texts);

test("the schema of a parameter decides its control", () => {
	const controls: readonly (readonly [JsonSchema, string])[] = [
		[{ enum: ["a", "b"], default: "a" }, "choice"],
		[{ anyOf: [{ const: "a" }, { const: "b" }] }, "choice"],
		[{ type: "boolean", default: false }, "switch"],
		[{ type: "boolean" }, "choice"],
		[{ type: "integer" }, "number"],
		[{ type: "number" }, "number"],
		[{ type: "string" }, "text"],
		[{ type: "array", items: { enum: ["a", "b"] } }, "choices"],
		[{ type: "array", items: { type: "string" } }, "text"],
		[{ type: "string", anyOf: [{ enum: ["en"] }, { pattern: "^[a-z]+$" }] }, "text"],
	];
	for (const [schema, control] of controls)
		assert.equal(controlOf(named(schema)), control, JSON.stringify(schema));
	assert.deepEqual(choicesOf(named({ type: "boolean" })), ["true", "false"]);
	assert.deepEqual(suggestionsOf(named({ anyOf: [{ enum: ["en"] }, { pattern: "x" }] })), ["en"]);
	assert.deepEqual(defaultOf(named({ type: "array", default: [1, 2] })), ["1", "2"]);
});

test("the limits of a parameter are shown in a sentence", () => {
	assert.equal(
		says({ type: "integer", minimum: 0, maximum: 10 }, "11"),
		"“11” is not a whole number from 0 to 10.",
	);
	assert.equal(says({ type: "integer" }, "1.5"), "“1.5” is not a whole number.");
	assert.equal(says({ type: "number", exclusiveMinimum: 0 }, "0"), "“0” is not a number above 0.");
	assert.equal(says({ type: "number" }, "many"), "“many” is not a number.");
	assert.equal(says({ type: "string", maxLength: 2 }, "abc"), "“abc” is not a text of at most 2 characters.");
	assert.equal(says({ type: "string", pattern: "^a" }, "b"), "“b” is not a text like ^a.");
	assert.equal(says({ enum: ["a", "b"] }, "c"), "“c” is not one of a, b.");
	assert.equal(
		says({ type: "array", items: { type: "integer" }, maxItems: 1 }, "1", "2"),
		"There are 2, and may be at most 1.",
	);
	assert.equal(
		says({ type: "array", items: { type: "integer" }, minItems: 2 }, "1"),
		"There are 1, and must be at least 2.",
	);
	assert.equal(complaint(named({ type: "string" }, true), []), "“p” is empty, and the mill needs it.");
});

test("an allowed value causes no complaint", () => {
	assert.equal(says({ type: "integer", minimum: 0 }, "0"), undefined);
	assert.equal(says({ type: "number", multipleOf: 0.5 }, "1.5"), undefined);
	assert.equal(says({ type: "string", maxLength: 1 }, "🙂"), undefined);
	assert.equal(says({ type: "string", anyOf: [{ enum: ["en"] }, { pattern: "^[a-z]+$" }] }, "de"), undefined);
	assert.equal(says({ type: "string", pattern: "(" }, "left to the server"), undefined);
	assert.equal(says({ type: "integer" }), undefined);
});

test("a blank text is a value, a blank number or list is none", () => {
	const typed = (schema: JsonSchema, value: string) => typedTexts(named(schema), value);
	assert.deepEqual(typed({ type: "string" }, " "), [" "]);
	assert.deepEqual(typed({ type: "string" }, " a, b "), [" a, b "]);
	assert.deepEqual(typed({ type: "string" }, ""), []);
	assert.deepEqual(typed({ type: "integer" }, " "), []);
	assert.deepEqual(typed({ type: "integer" }, " 5 "), ["5"]);
	assert.deepEqual(typed({ type: "array", items: { type: "string" } }, " "), []);
	assert.deepEqual(typed({ type: "array", items: { type: "string" } }, "a, b"), ["a", "b"]);
});

test("an empty text is a value of a query, but not of a path", () => {
	const parameter = named({ type: "string" }, true);
	assert.equal(complaint(parameter, [""]), undefined);
	assert.equal(complaint({ ...parameter, inPath: true }, [""]), "“p” is empty, and the mill needs it.");
});

test("a call sends only parameters that differ from their defaults", () => {
	const parameters = [
		{ name: "scheme", inPath: false, required: false, schema: { default: "word" } },
		{ name: "algorithm", inPath: true, required: true, schema: { default: "sha256" } },
		{ name: "locale", inPath: false, required: false, schema: {} },
	];
	assert.deepEqual(given(parameters, { scheme: ["word"], algorithm: ["sha256"], locale: [] }), {
		algorithm: ["sha256"],
	});
	assert.deepEqual(given(parameters, { scheme: ["line"], other: ["x"] }), { scheme: ["line"] });
});
