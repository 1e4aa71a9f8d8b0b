import assert from "node:assert/strict";
import { test } from "node:test";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import { z as z3 } from "zod/v3";
import { parameterReader } from "../parameters.js";
import { compile, compileOutput, type JsonSchema } from "../schema/json-schema.js";
import { Type } from "../schema/type.js";
import { defineMill } from "./define-mill.js";
import { form } from "./form.js";
import { json, text } from "./input.js";

/** Compiles only if both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <_ extends true>() => {};

const FACTS = { name: "tester", version: "1.0.0", summary: "Tests schemas." } as const;
const ZOD = {
	input: z.object({ title: z.string().min(2), tags: z.array(z.string()).default([]) }),
	parameters: z.object({ top: z.int().min(1).default(3), unit: z.enum(["m", "ft"]).optional() }),
	output: z.object({ size: z.int(), unit: z.string().default("m") }),
};
const VALIBOT = {
	input: toStandardJsonSchema(
		v.object({ title: v.pipe(v.string(), v.minLength(2)), tags: v.optional(v.array(v.string()), []) }),
	),
	parameters: toStandardJsonSchema(
		v.object({
			top: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 3),
			unit: v.optional(v.picklist(["m", "ft"])),
		}),
	),
	output: toStandardJsonSchema(
		v.object({ size: v.pipe(v.number(), v.integer()), unit: v.optional(v.string(), "m") }),
	),
};
const ARKTYPE = {
	input: type({ title: "string >= 2", tags: type("string[]").default(() => []) }),
	parameters: type({ "top?": "number.integer >= 1", "unit?": "'m' | 'ft'" }),
	output: type({ size: "number.integer", unit: "string = 'm'" }),
};

for (const [library, { input, parameters, output }] of Object.entries({
	zod: ZOD,
	valibot: VALIBOT,
	arktype: ARKTYPE,
}))
	test(`schemas of ${library} are those of a mill, and its own validator checks`, () => {
		const mill = defineMill({
			...FACTS,
			input: {
				"application/json": json(input),
				"multipart/form-data": form({ part: json(input) }),
			},
			parameters: parameters,
			output: output,
			run: () => ({ size: 1, unit: "m" }),
		});
		const forms = [mill.input["application/json"], mill.input["multipart/form-data"]?.parts?.part];
		for (const one of forms) {
			const { check, complaint } = compile(one?.schema as JsonSchema);
			assert.equal(check({ title: "Grist" }), true);
			assert.equal(check({ title: "G" }), false);
			assert.equal(check({ title: "Grist", tags: [1] }), false);
			assert.match(complaint({}), /lacks title/);
		}
		const reader = parameterReader(mill.parameters, []);
		// ArkType writes no defaults into JSON Schema.
		assert.deepEqual(reader.readQuery("", {}), library === "arktype" ? {} : { top: 3 });
		assert.deepEqual(reader.readQuery("top=2&unit=ft", {}), { top: 2, unit: "ft" });
		assert.throws(() => reader.readQuery("top=0", {}), /"top"/);
		const result = compileOutput(mill.output);
		assert.equal(result.check({ size: 1, unit: "m" }), true);
		// Valibot says of members with a default that they may be missing in an answer, too.
		if (library !== "valibot") assert.equal(result.check({ size: 1 }), false);
		assert.equal(result.check({ size: 1, unit: "m", more: 1 }), false, "an answer has no other member");
		const documents = JSON.stringify([forms, mill.parameters, mill.output]);
		assert.doesNotMatch(documents, /\$schema|~standard/);
	});

// The compiler runs this.
void (() => {
	const { input, parameters, output } = ZOD;
	defineMill({
		...FACTS,
		input: { "application/json": json(input) },
		parameters,
		output,
		examples: [{ input: { title: "Grist" }, parameters: { top: 2 }, output: { size: 5, unit: "m" } }],
		run: (value, { parameters }) => {
			same<Same<typeof value, { title: string; tags?: string[] | undefined }>>();
			same<Same<typeof parameters, { top: number; unit?: "m" | "ft" | undefined }>>();
			return { size: value.title.length, unit: "m" };
		},
	});
	// @ts-expect-error: the output has a size.
	defineMill({ ...FACTS, input: { "text/plain": text() }, output, run: () => ({ unit: "m" }) });
});
void (() => {
	const { input, parameters, output } = VALIBOT;
	defineMill({
		...FACTS,
		input: { "application/json": json(input) },
		parameters,
		output,
		examples: [{ input: { title: "Grist" }, parameters: { top: 2 }, output: { size: 5, unit: "m" } }],
		run: (value, { parameters }) => {
			same<Same<typeof value, { title: string; tags?: string[] | undefined }>>();
			same<Same<typeof parameters, { top: number; unit?: "m" | "ft" | undefined }>>();
			return { size: value.title.length, unit: "m" };
		},
	});
	// @ts-expect-error: the output has a size.
	defineMill({ ...FACTS, input: { "text/plain": text() }, output, run: () => ({ unit: "m" }) });
});
void (() => {
	const { input, parameters, output } = ARKTYPE;
	defineMill({
		...FACTS,
		input: { "application/json": json(input) },
		parameters,
		output,
		examples: [{ input: { title: "Grist" }, parameters: { top: 2 }, output: { size: 5, unit: "m" } }],
		run: (value, { parameters }) => {
			same<Same<typeof value, { title: string; tags?: string[] }>>();
			same<Same<typeof parameters, { top?: number; unit?: "m" | "ft" }>>();
			return { size: value.title.length, unit: "m" };
		},
	});
	// @ts-expect-error: the output has a size.
	defineMill({ ...FACTS, input: { "text/plain": text() }, output, run: () => ({ unit: "m" }) });
});

class Word {}
const GOOD = Type.Object({ words: Type.Integer() });
for (const [what, fields, complaint] of [
	[
		"a schema that JSON cannot express",
		{ input: { "application/json": json(z.object({ at: z.date() })) } },
		'The schema at input["application/json"] is of zod, which cannot write it as JSON Schema: Date cannot be represented in JSON Schema. Describe there what JSON has.',
	],
	[
		"an answer that a library would still transform",
		{ output: z.object({ size: z.string().transform(Number) }) },
		"The schema at output is of zod, which cannot write it as JSON Schema: Transforms cannot be represented in JSON Schema. Describe there what JSON has.",
	],
	[
		"a refinement of Zod",
		{
			input: { "application/json": json(z.object({ a: z.array(z.string().refine((one) => one !== "x")) })) },
		},
		'The schema at input["application/json"]/properties/a/items is of zod, and has a refinement, which would not run. Check that in run, and throw a Problem.',
	],
	[
		"a refinement of a whole answer",
		{ output: z.object({ words: z.int() }).superRefine(() => {}) },
		"The schema at output is of zod, and has a refinement, which would not run. Check that in run, and throw a Problem.",
	],
	[
		"a transform of an input",
		{ input: { "application/json": json(z.object({ size: z.string().transform(Number).optional() })) } },
		'The schema at input["application/json"]/properties/size is of zod, and is a transform or a pipe, of which only the beginning would be checked. Do that in run.',
	],
	[
		"a value that Zod would prepare",
		{ parameters: z.object({ size: z.preprocess(Number, z.int()) }) },
		"The schema at parameters/properties/size is of zod, and is a transform or a pipe, of which only the beginning would be checked. Do that in run.",
	],
	[
		"a text that Zod would trim",
		{ input: { "application/json": json(z.union([z.int(), z.object({ word: z.string().trim() })])) } },
		'The schema at input["application/json"]/properties/word is of zod, and changes its value, as trim() does, which would not happen. Do that in run.',
	],
	[
		"a format that a function checks",
		{ parameters: z.object({ unit: z.stringFormat("unit", (one) => one === "m") }) },
		"The schema at parameters/properties/unit is of zod, and has a refinement, which would not run. Check that in run, and throw a Problem.",
	],
	[
		"a value in the place of a wrong one",
		{ parameters: z.object({ top: z.int().catch(3) }) },
		"The schema at parameters/properties/top is of zod, and has a catch, which would not take the place of a wrong value. Leave it out, or make the schema wider.",
	],
	[
		"a refinement of Valibot",
		{
			output: toStandardJsonSchema(
				v.object({
					words: v.pipe(
						v.number(),
						v.check(() => true),
					),
				}),
			),
		},
		/^defineMill: The schema at output is of valibot, which cannot write it as JSON Schema: /,
	],
	[
		"an object of Valibot without its wrapper",
		{ parameters: { "~standard": { version: 1, vendor: "valibot", validate: () => ({ value: 1 }) } } },
		"The schema at parameters is of valibot, and offers no JSON Schema. Wrap it: toStandardJsonSchema(schema) of @valibot/to-json-schema.",
	],
	[
		"a default that the JSON Schema of a library lacks",
		{
			parameters: {
				"~standard": {
					version: 1,
					vendor: "arktype",
					jsonSchema: {
						input: () => ({ type: "object", properties: { top: { type: "integer" } } }),
						output: () => ({ type: "object", properties: { top: { type: "integer" } }, required: ["top"] }),
					},
				},
			},
		},
		'The schema at parameters is of arktype, and its JSON Schema lacks the default of "top". Make the member optional, and fill it in run.',
	],
	[
		"an object of Zod 3",
		{ output: z3.object({ words: z3.number() }) },
		"The schema at output is of zod, and offers no JSON Schema. Zod has it from version 4.2.",
	],
	[
		"a schema of a library inside another schema",
		{ input: { "application/json": json(Type.Object({ word: z.string() })) } },
		'The schema at input["application/json"]/properties/word is of zod, inside a schema of another kind. Write the whole schema with one library.',
	],
	[
		"a class",
		{ input: { "application/json": json(Word) } },
		'The schema at input["application/json"] is the function or class Word, and must be an object.',
	],
	[
		"an object with functions",
		{ input: { "application/json": json({ spa: () => 1 }) } },
		'The schema at input["application/json"] is no JSON Schema: its member "spa" is a function. Write it as JSON Schema, with Type, or with a library that offers JSON Schema, such as Zod 4.',
	],
	[
		"a mistyped keyword",
		{ input: { "application/json": json({ type: "string", minLenght: 1 }) } },
		'The schema at input["application/json"] has the unknown keyword "minLenght". Did you mean "minLength"?',
	],
	[
		"an unknown type in a part of a form",
		{ input: { "multipart/form-data": form({ part: json({ type: "objekt" }) }) } },
		'The type at input["multipart/form-data"].part is "objekt". Did you mean "object"?',
	],
] as const)
	test(`${what} is refused at its place`, () => {
		const whole = { ...FACTS, input: { "text/plain": text() }, output: GOOD, run: () => ({ words: 1 }) };
		assert.throws(() => defineMill({ ...whole, ...fields } as never), {
			name: "TypeError",
			message: typeof complaint === "string" ? `defineMill: ${complaint}` : complaint,
		});
	});

test("what Zod writes as JSON Schema, and what comes out of a pipe as an answer, is not refused", () => {
	interface Tree {
		kids: Tree[];
	}
	const tree: z.ZodType<Tree> = z.object({ kids: z.array(z.lazy(() => tree)) });
	const twice = z.codec(z.string(), z.int(), { decode: Number, encode: String });
	const mill = defineMill({
		...FACTS,
		input: {
			"application/json": json(
				z.object({
					tree,
					mail: z.email().max(40).regex(/a/),
					at: z.iso.datetime().brand("at").readonly(),
					pair: z.tuple([z.int().multipleOf(2), z.string()]),
					either: z.union([z.strictObject({ a: z.literal("x") }), z.record(z.string(), z.uuid())]),
				}),
			),
		},
		parameters: z.object({ top: z.coerce.number().min(1).default(3) }),
		output: z.object({ size: twice }),
		run: () => ({ size: 1 }),
	});
	assert.deepEqual(mill.output.properties, {
		size: { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 },
	});
});
