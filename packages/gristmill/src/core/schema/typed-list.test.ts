import assert from "node:assert/strict";
import { test } from "node:test";
import { perform } from "../../runtime/perform.js";
import { makeReady } from "../../runtime/ready-mill.js";
import { defineMill } from "../definition/define-mill.js";
import { text } from "../definition/input.js";
import { closed, compileOutput, plain } from "./json-schema.js";
import { type Schema, Type } from "./type.js";

const accepts = (schema: Schema, value: unknown) => compileOutput(closed(plain(schema))).check(value);

test("a typed list is valid exactly where the same numbers in a plain list are", () => {
	const lists = [
		new Uint32Array(),
		Uint32Array.of(1, 2, 2),
		Uint8Array.of(200),
		Int16Array.of(-1),
		Float32Array.of(0.5),
		Float64Array.of(Number.NaN),
		Float64Array.of(3),
	];
	for (const list of [
		Type.Array(Type.Integer({ minimum: 0, description: "Offsets." })),
		Type.Array(Type.Integer({ minimum: 1 })),
		Type.Array(Type.Integer({ maximum: 100 })),
		Type.Array(Type.Integer({ multipleOf: 2 })),
		Type.Array(Type.Integer(), { minItems: 1 }),
		Type.Array(Type.Integer(), { maxItems: 2 }),
		Type.Array(Type.Integer(), { uniqueItems: true }),
		Type.Array(Type.Number()),
		Type.Array(Type.String()),
		Type.Integer(),
	])
		for (const typed of lists) {
			const schema = Type.Object({ inner: Type.Optional(Type.Object({ list })) });
			const expected = accepts(schema, { inner: { list: Array.from(typed) } });
			// Where a list of strings is wanted no typed list will do, not even an empty one.
			const isOfNumbers = !("items" in list) || (list.items as { type?: string }).type !== "string";
			assert.equal(
				accepts(schema, { inner: { list: typed } }),
				expected && isOfNumbers,
				JSON.stringify(list),
			);
		}
});

test("an object that only looks like a list of numbers is not accepted as one", () => {
	const schema = Type.Object({ list: Type.Array(Type.Integer()) });
	for (const list of [new DataView(new ArrayBuffer(4)), BigInt64Array.of(1n), { length: 0 }])
		assert.equal(accepts(schema, { list }), false);
	assert.equal(
		accepts(Type.Object({ lists: Type.Array(schema) }), { lists: [{ list: Uint8Array.of(1) }] }),
		false,
	);
});

test("a mill gives typed lists, in JSON and in XML", async () => {
	const mill = defineMill({
		name: "embedder",
		version: "1.0.0",
		summary: "Gives the codes of a text.",
		input: { "text/plain": text() },
		output: Type.Object({
			codes: Type.Array(Type.Integer({ minimum: 0 })),
			parts: Type.Array(Type.Number({ maximum: 1 })),
		}),
		run: (input) => ({
			codes: Uint32Array.from(input, (character) => character.codePointAt(0) ?? 0),
			parts: Float32Array.from(input, (_, i) => (i + 1) / input.length),
		}),
	});
	const ready = await makeReady(mill);
	const call = (resultType: "application/json" | "application/xml") =>
		perform(
			ready,
			{
				mediaType: "text/plain",
				charset: undefined,
				parameters: {},
				resultType,
				links: undefined,
				body: Buffer.from("a😀"),
			},
			() => new AbortController().signal,
		);
	assert.equal(
		String(await call("application/json")),
		'{"codes":[97,128512],"parts":[0.3333333432674408,0.6666666865348816]}',
	);
	assert.match(String(await call("application/xml")), /<codes><item>97<\/item><item>128512<\/item><\/codes>/);
});
