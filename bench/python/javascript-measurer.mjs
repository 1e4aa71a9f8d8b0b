import { defineMill, Type, text } from "../../packages/gristmill/dist/index.js";

export default defineMill({
	name: "javascript-measurer",
	version: "1.0.0",
	summary: "Measures the length of a text.",
	input: { "text/plain": text() },
	output: Type.Object({ length: Type.Integer() }),
	examples: [{ input: "grist", output: { length: 5 } }],
	run: (input) => ({ length: input.length }),
});
