import assert from "node:assert/strict";
import { test } from "node:test";
import { binary, defineMill, Type, text } from "../../index.js";
import { emptyMill } from "../../testing/mills/empty-mill.js";
import type { Schema } from "./type.js";

const define = (output: Schema, more: object = {}) =>
	defineMill({
		name: "drawer",
		version: "1.0.0",
		summary: "Draws.",
		input: { "text/plain": text() },
		output,
		run: () => ({}),
		...more,
	} as Parameters<typeof defineMill>[0]);

test("binary members are found in objects and arrays, and their schema is plain JSON Schema", () => {
	const { binary: members, output } = define(
		Type.Object({
			pages: Type.Array(Type.Object({ image: binary("image/png"), text: Type.String() })),
			cover: Type.Optional(binary("image/jpeg")),
		}),
	);
	assert.deepEqual(members, [
		{ path: ["pages", "*", "image"], mediaTypes: ["image/png"], optional: false },
		{ path: ["cover"], mediaTypes: ["image/jpeg"], optional: true },
	]);
	// Validators with strict rules reject keywords that JSON Schema does not have.
	assert.doesNotMatch(JSON.stringify(output), /x-/);
});

test("run returns a Uint8Array where the output is binary, and an example may name a file", () => {
	const mill = emptyMill({
		name: "drawer",
		output: Type.Object({ image: binary(["image/webp", "image/png"]), width: Type.Integer() }),
		examples: [{ input: "", output: { image: new URL("file:///a.webp"), width: 1 } }],
		// @ts-expect-error A string is no Uint8Array.
		agrees: (expected, actual) => expected.image.length === actual.image.length && expected.image === "",
		run: () => ({ image: new Uint8Array(3), width: 1 }),
	});
	assert.equal(mill.maxOutput, 128 * 1024 * 1024);
});

const refuses = (output: Schema, message: RegExp, more?: object) =>
	test(`a definition is refused: ${message.source}`, () => {
		assert.throws(() => define(output, more), { name: "TypeError", message });
	});

refuses(
	Type.Object({ image: binary("PNG") }),
	/image has the type "PNG", and must have media types in lower case/,
);
refuses(Type.Object({ image: binary("image/*") }), /must have media types in lower case/);
refuses(Type.Object({ image: binary([]) }), /has no media type/);
refuses(Type.Object({ image: binary(["image/png", "image/png"]) }), /image has a media type more than once/);
refuses(Type.Object({ data: binary("application/json") }), /application\/json, which the server itself uses/);
refuses(
	Type.Object({ any: Type.Union([binary("image/png"), Type.Null()]) }),
	/only be in objects and arrays/,
);
refuses(
	Type.Object({ map: Type.Record(Type.String(), binary("image/png")) }),
	/only be in objects and arrays/,
);
refuses(
	Type.Object({ one: binary(["image/png", "image/gif"]), two: binary("image/png") }),
	/The binary\(\) at one must have one media type/,
);
refuses(
	Type.Object({ one: Type.Optional(binary(["image/png", "image/gif"])) }),
	/at one must have one media type/,
);
refuses(
	Type.Object({ image: binary("image/png") }),
	/examples\[0\]\.output does not match the output schema: \/image must be a Uint8Array: it is a string/,
	{
		examples: [{ input: "", output: { image: "aGk=" } }],
	},
);
for (const maxOutput of [0, 1.5, 2 ** 40, "1m"])
	refuses(Type.Object({}), /maxOutput is .*, and must be a number of bytes from 1 to 268435456 \(256 MiB\)/, {
		maxOutput,
	});
