import { defineMill, json, Type } from "gristmill";

export default defineMill({
	name: "factor-finder",
	version: "1.0.0",
	summary: "Finds the prime factors of a whole number, the smallest first.",
	description:
		"Each factor is a part, sent when it is found: `Accept: application/jsonl` shows small factors at once, while the search goes on. " +
		"The number is the product of its factors.",
	input: {
		"application/json": json(Type.Integer({ minimum: 2, maximum: Number.MAX_SAFE_INTEGER })),
	},
	output: Type.Object({
		factors: Type.Array(Type.Integer({ minimum: 2, description: "A prime." })),
		prime: Type.Boolean({ description: "Whether the number itself is a prime." }),
	}),
	parts: "factors",
	deadline: 10_000,
	examples: [
		{ input: 360, output: { factors: [2, 2, 2, 3, 3, 5], prime: false } },
		{ input: 97, output: { factors: [97], prime: true } },
	],
	*run(input, { progress }) {
		let rest = input;
		for (let divisor = 2; divisor * divisor <= rest; divisor++) {
			if (divisor % 1_000_000 === 0) progress(divisor / Math.sqrt(rest));
			for (; rest % divisor === 0 && rest > divisor; rest /= divisor) yield divisor;
		}
		yield rest;
		return { prime: rest === input };
	},
});
