// Gives as many bytes as the parameter says. They are made once, so that only their way to the caller is measured.
import { binary, bytes, defineMill, Type } from "../../packages/gristmill/dist/index.js";

const made = new Map();

export default defineMill({
	name: "byte-giver",
	version: "1.0.0",
	summary: "Gives bytes.",
	input: { "application/octet-stream": bytes() },
	parameters: Type.Object({ size: Type.Integer({ minimum: 1, default: 1 }) }),
	output: Type.Object({ bytes: binary("application/octet-stream") }),
	run: (_, { parameters: { size } }) => {
		const known = made.get(size) ?? new Uint8Array(Buffer.alloc(size, 7));
		made.set(size, known);
		return { bytes: known };
	},
});
