import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Example, Mill } from "../../packages/gristmill/dist/core/definition/mill.js";
import { bytes, defineMill, json, Type, text } from "../../packages/gristmill/dist/index.js";
import { factsOf } from "../../packages/gristmill/dist/mcp/arguments/tool-facts.js";
import { describeTool } from "../../packages/gristmill/dist/mcp/describe-tool.js";
import { NAMED_MILLS } from "../../packages/gristmill/dist/mill-files/named-mills.js";

type Schema = Record<string, unknown> & { properties: Record<string, Record<string, unknown>> };

const inputSchema = (mill: Mill) => describeTool(factsOf(mill)).inputSchema as unknown as Schema;

for (const [name, url] of Object.entries(NAMED_MILLS))
	test(`${name} is a tool whose schemas hold for its own examples`, async () => {
		const { default: mill }: { default: Mill } = await import(url.href);
		const tool = describeTool(factsOf(mill));
		assert.equal(tool.name, name);
		assert.ok(tool.description?.startsWith(mill.summary));
		const ajv = new Ajv2020({ strict: false });
		const [accepts, gives] = [ajv.compile(tool.inputSchema), ajv.compile(tool.outputSchema ?? {})];
		assert.ok(mill.examples.length > 0);
		for (const example of mill.examples) {
			assert.ok(accepts(argumentsOf(mill, example)), JSON.stringify(accepts.errors));
			assert.ok(gives(example.output), JSON.stringify(gives.errors));
		}
		assert.ok(!accepts({}), "the input must be given");
		assert.ok(!accepts({ ...argumentsOf(mill, mill.examples[0] as Example), nonsense: 1 }));
	});

/** The arguments with which an agent would make the call of an example. */
function argumentsOf(mill: Mill, { input, mediaType, parameters }: Example): Record<string, unknown> {
	const type = mediaType ?? Object.keys(mill.input)[0];
	const raw = input instanceof URL ? readFileSync(input) : input;
	const block = raw instanceof Uint8Array && { data: Buffer.from(raw).toString("base64"), mimeType: type };
	return { input: block || raw, ...parameters };
}

test("a tool only computes, and says so", () => {
	const mill = defineMill({
		name: "reader",
		version: "1.0.0",
		summary: "Reads.",
		input: { "text/plain": text() },
		output: Type.Object({}),
		run: () => ({}),
	});
	assert.deepEqual(describeTool(factsOf(mill)).annotations, {
		readOnlyHint: true,
		destructiveHint: false,
		idempotentHint: true,
		openWorldHint: false,
	});
});

const PARAMETERS = Type.Object({
	algorithm: Type.Enum(["a", "b"]),
	input: Type.Optional(Type.String()),
	loud: Type.Boolean({ default: false }),
});

const mixed = defineMill({
	name: "reader",
	version: "1.0.0",
	summary: "Reads.",
	path: "reader/{algorithm}",
	input: {
		"text/plain": text({ description: "Words", maxBytes: 10 }),
		"text/html": text(),
		"application/json": json(Type.Tuple([Type.Number()]), { description: "A number." }),
		"application/octet-stream": bytes({ description: "Bytes." }),
	},
	parameters: PARAMETERS,
	output: Type.Object({}),
	run: () => ({}),
});

test("a parameter of the path must be given, one with a default need not", () => {
	assert.deepEqual(inputSchema(mixed).required, ["_input", "algorithm"]);
});

test("where a parameter is called input, the input has another name", () => {
	const { input, _input } = inputSchema(mixed).properties;
	assert.deepEqual(input, { type: "string" });
	assert.ok(Array.isArray(_input?.anyOf));
});

test("the forms of an input stand side by side, with their bounds", () => {
	const forms = inputSchema(mixed).properties._input?.anyOf as Schema[];
	assert.deepEqual(
		forms.map(({ type, description }) => [type, description]),
		[
			["string", "Words. At most 10 bytes."],
			["object", "Bytes. Give `data`, or an embedded `resource`. At most 1048576 bytes."],
			["array", "A number. At most 1048576 bytes."],
		],
	);
	assert.deepEqual(forms[2]?.prefixItems, [{ type: "number" }], "JSON Schema 2020-12");
	assert.ok(forms[1]?.properties.text, "bytes may be given as a text");
});

test("several texts can be told apart by their media type", () => {
	assert.deepEqual(inputSchema(mixed).properties.mediaType, {
		type: "string",
		enum: ["text/plain", "text/html"],
		default: "text/plain",
		description: "What the input is.",
	});
});

test("a result that is no object has no schema in the protocol", () => {
	const facts = { ...factsOf(mixed), output: { type: "array" } };
	assert.equal(describeTool(facts).outputSchema, undefined);
});
