// A mill with every kind of schema, which uses another mill. tools/type-cost.mjs measures what it costs the compiler.
import { binary, bytes, defineMill, json, Type, text } from "gristmill";
import vowelCounter from "./two-lines.js";

const Span = Type.Object({ start: Type.Integer(), end: Type.Integer() });

export default defineMill({
	name: "text-weigher",
	version: "1.0.0",
	summary: "Weighs the words of a text.",
	path: "text-weigher/{unit}",
	input: {
		"text/plain": text(),
		"application/json": json(Type.Object({ text: Type.String(), marks: Type.Optional(Type.Array(Span)) })),
		"application/octet-stream": bytes(),
	},
	parameters: Type.Object({
		unit: Type.Enum(["gram", "ounce"]),
		rounded: Type.Boolean({ default: true }),
		limit: Type.Optional(Type.Integer({ minimum: 1 })),
	}),
	output: Type.Object({
		weight: Type.Number(),
		vowels: Type.Integer(),
		unit: Type.Union([Type.Literal("g"), Type.Literal("oz"), Type.Null()]),
		letters: Type.Record(Type.String(), Type.Integer()),
		pair: Type.Tuple([Type.String(), Type.Number()]),
		numbers: Type.Array(Type.Number()),
		picture: binary("application/octet-stream"),
		note: Type.Optional(Type.String()),
	}),
	uses: { vowels: vowelCounter },
	run: async (input, { parameters, uses }) => {
		const words =
			typeof input === "string" ? input : "text" in input ? input.text : Buffer.from(input).toString();
		const { vowels } = await uses.vowels(words);
		return {
			weight: parameters.rounded ? Math.round(words.length / 2) : words.length / 2,
			vowels,
			unit: parameters.unit === "gram" ? "g" : "oz",
			letters: { length: words.length },
			pair: ["half", 0.5],
			numbers: Float64Array.of(words.length),
			picture: Buffer.from(words),
			...(parameters.limit && { note: `at most ${parameters.limit}` }),
		};
	},
});
