import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "../schema/type.js";
import { defineMill } from "./define-mill.js";
import { form, optional } from "./form.js";
import { bytes, image, json, text } from "./input.js";

const defined = (input: unknown, more: object = {}) =>
	defineMill({
		...{ name: "overlayer", version: "1.0.0", summary: "Overlays." },
		input,
		output: Type.Object({}),
		run: () => ({}),
		...more,
	} as never);
const withForm = (parts: unknown, more: object = {}) =>
	defined({ "multipart/form-data": form(parts as never) }, more);

test("a form has room for all its parts, and each part its media types", () => {
	const made = form({
		photo: image({ maxBytes: 100 }),
		note: optional(text({ maxBytes: 10 })),
		data: bytes(),
	});
	assert.ok(made.maxBytes > 110 + 1024 * 1024);
	assert.deepEqual(made.parts?.note?.types, ["text/plain"]);
	assert.equal(made.parts?.note?.isOptional, true);
	assert.ok(made.parts?.photo?.types?.includes("image/webp"));
	assert.equal(form({ a: text() }, { maxBytes: 5 }).maxBytes, 5);
});

test("the schema of a part is written as JSON Schema 2020-12 has it", () => {
	const { input } = withForm({ options: json(Type.Tuple([Type.String()])) });
	const { schema } = input["multipart/form-data"]?.parts?.options ?? {};
	assert.deepEqual(schema?.prefixItems, [{ type: "string" }]);
});

for (const [complaint, make] of [
	["Give the form 1 to 32 parts, such as form({ photo: image(), text: text() }).", () => withForm({})],
	['Name the part as [a-z][a-zA-Z0-9_-]*: "A b".', () => withForm({ "A b": text() })],
	['Describe the part with text(), json(), image() or bytes(): "a".', () => withForm({ a: form({ b: text() }) })],
	['Describe the part with text(), json(), image() or bytes(): "a".', () => withForm({ a: 7 })],
	['Set maxBytes of the part to a positive integer: "a".', () => withForm({ a: text({ maxBytes: 0 }) })],
	['Give the part plain media types in lower case that fit image(): "a" has "Image/png".', () => withForm({ a: image({ types: ["Image/png"] }) })],
	['image() takes image/… media types, and the part "a" is "text/plain". Use bytes(), which takes any media type.', () => withForm({ a: image({ types: ["text/plain"] }) })],
	['Choose another name for the part: a parameter is called "a".', () => withForm({ a: text() }, { parameters: Type.Object({ a: Type.Optional(Type.String()) }) })],
	['Use form() for multipart/form-data, and only for it: "text/plain".', () => defined({ "text/plain": form({ a: text() }) })],
	['Use form() for multipart/form-data, and only for it: "multipart/form-data".', () => defined({ "multipart/form-data": bytes() })],
	['Use types and optional() for the parts of a form only: "text/plain".', () => defined({ "text/plain": text({ types: ["text/plain"] }) })],
	["Give the example's input as an object with its parts: examples[0].input.", () => withForm({ a: text() }, { examples: [{ input: "x", output: {} }] })],
	["Remove the example's unknown part: examples[0].input has \"b\".", () => withForm({ a: text() }, { examples: [{ input: { a: "", b: "" }, output: {} }] })],
	["Give the example's input as a string: examples[0].input.a.", () => withForm({ a: text() }, { examples: [{ input: {}, output: {} }] })],
] as const) // biome-ignore format: a table
	test(`a definition is refused with the words: ${complaint}`, () => {
		assert.throws(make, { name: "TypeError", message: `defineMill: ${complaint}` });
	});
