import { defineMill, MiB, Type, text } from "../../packages/gristmill/dist/index.js";

export default defineMill({
	name: "echoer",
	version: "1.0.0",
	summary: "Gives a text back.",
	input: { "text/plain": text({ maxBytes: 4 * MiB }) },
	output: Type.Object({ text: Type.String() }),
	examples: [{ input: "grist", output: { text: "grist" } }],
	inline: true,
	run: (input) => ({ text: input }),
});
