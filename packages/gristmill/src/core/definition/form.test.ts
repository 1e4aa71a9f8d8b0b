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
	["A form must have 1 to 32 parts, such as form({ photo: image(), text: text() }).", () => withForm({})],
	['The name of the part "A b" is not of the form [a-z][a-zA-Z0-9_-]*, with at most 64 characters.', () => withForm({ "A b": text() })],
	['The part "a" must be text(), json(), image() or bytes().', () => withForm({ a: form({ b: text() }) })],
	['The part "a" must be text(), json(), image() or bytes().', () => withForm({ a: 7 })],
	['maxBytes of the part "a" must be a whole number above 0.', () => withForm({ a: text({ maxBytes: 0 }) })],
	['The part "a" has the type "Image/png", and must have media types in lower case that image() takes.', () => withForm({ a: image({ types: ["Image/png"] }) })],
	['image() takes image/… media types, and the part "a" is "text/plain". Use bytes(), which takes any media type.', () => withForm({ a: image({ types: ["text/plain"] }) })],
	['A part and a parameter are both called "a". Rename one.', () => withForm({ a: text() }, { parameters: Type.Object({ a: Type.Optional(Type.String()) }) })],
	['The input "text/plain" is a form(), which is only for multipart/form-data.', () => defined({ "text/plain": form({ a: text() }) })],
	["The input multipart/form-data must be a form().", () => defined({ "multipart/form-data": bytes() })],
	['The input "text/plain" has types or optional(), which are only for the parts of a form.', () => defined({ "text/plain": text({ types: ["text/plain"] }) })],
	["The input of examples[0].input must be an object with its parts.", () => withForm({ a: text() }, { examples: [{ input: "x", output: {} }] })],
	["The input of examples[0].input has the unknown part \"b\".", () => withForm({ a: text() }, { examples: [{ input: { a: "", b: "" }, output: {} }] })],
	["The input of examples[0].input.a must be a string.", () => withForm({ a: text() }, { examples: [{ input: {}, output: {} }] })],
] as const) // biome-ignore format: a table
	test(`a definition is refused with the words: ${complaint}`, () => {
		assert.throws(make, { name: "TypeError", message: `defineMill: ${complaint}` });
	});
