import { defineMill, Type, text } from "../../packages/gristmill/dist/index.js";

export default defineMill({
	name: "line-passer",
	version: "1.0.0",
	summary: "Gives each line of a text back.",
	input: { "text/plain": text({ stream: "lines", maxBytes: Number.POSITIVE_INFINITY }) },
	output: Type.Object({ text: Type.String() }),
	parts: "text",
	examples: [{ input: "grist\n", output: { text: "grist\n" } }],
	async *run(input) {
		for await (const line of input) yield `${line}\n`;
	},
});
