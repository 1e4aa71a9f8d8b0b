import { defineMill, Type, text } from "../../packages/gristmill/dist/index.js";
import { PART } from "./part.mjs";

export default defineMill({
	name: "part-maker",
	version: "1.0.0",
	summary: "Makes as many parts as it is told.",
	input: { "text/plain": text() },
	output: Type.Object({ texts: Type.Array(Type.String()) }),
	parts: "texts",
	examples: [{ input: "1", output: { texts: [PART] } }],
	*run(input) {
		for (let part = 0; part < Number(input); part++) yield PART;
	},
});
