import { bytes, defineMill, form, MiB, Type } from "../../../packages/gristmill/dist/index.js";

/** Takes a large form and gives little. */
export default defineMill({
	name: "form-meter",
	version: "1.0.0",
	summary: "Measures the lengths of two inputs.",
	input: {
		"multipart/form-data": form(
			{ left: bytes({ maxBytes: 17 * MiB }), right: bytes({ maxBytes: 17 * MiB }) },
			{ maxBytes: 34 * MiB },
		),
	},
	output: Type.Object({ length: Type.Integer() }),
	examples: [{ input: { left: new Uint8Array(2), right: new Uint8Array(3) }, output: { length: 5 } }],
	run: ({ left, right }) => ({ length: left.length + right.length }),
});
