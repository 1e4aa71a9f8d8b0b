import { bytes, defineMill, MiB, Type, text } from "../../../packages/gristmill/dist/index.js";

const maxBytes = 33 * MiB;

/** Takes a large input and gives little. */
export default defineMill({
	name: "length-meter",
	version: "1.0.0",
	summary: "Measures the length of an input.",
	input: { "text/plain": text({ maxBytes }), "application/octet-stream": bytes({ maxBytes }) },
	output: Type.Object({ length: Type.Integer() }),
	examples: [{ input: "grist", output: { length: 5 } }],
	run: ({ length }) => ({ length }),
});
