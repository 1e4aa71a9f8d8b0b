import { defineMill, Type, text } from "../../packages/gristmill/dist/index.js";

/** Each part takes a while of the processor. */
export default defineMill({
	name: "spinner",
	version: "1.0.0",
	summary: "Computes for a while for each part.",
	input: { "text/plain": text() },
	output: Type.Object({ parts: Type.Array(Type.Integer()) }),
	parts: "parts",
	deadline: 60_000,
	examples: [{ input: "1", output: { parts: [0] } }],
	*run(input) {
		for (let part = 0; part < Number(input); part++) {
			const began = performance.now();
			while (performance.now() - began < 50);
			yield part;
		}
	},
});
