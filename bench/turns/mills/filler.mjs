import { binary, defineMill, MiB, Type, text } from "../../../packages/gristmill/dist/index.js";

/** Made before the call: a mill's own time in the server's process is not the server's. */
const prepared = new Uint8Array(100_000_000).fill(1);

/** Gives as many bytes or letters as it is asked for. */
const filler = (name) =>
	defineMill({
		name,
		version: "1.0.0",
		summary: "Fills a text and bytes.",
		input: { "text/plain": text() },
		parameters: Type.Object({
			bytes: Type.Integer({ minimum: 0, maximum: prepared.length, default: 1 }),
			letters: Type.Integer({ minimum: 0, maximum: 100 * MiB, default: 1 }),
		}),
		output: Type.Object({ bytes: binary("application/octet-stream"), text: Type.String() }),
		maxOutput: 160 * MiB,
		examples: [{ input: "a", output: { bytes: new Uint8Array([1]), text: "a" } }],
		run: (letter, { parameters: { bytes, letters } }) => ({
			bytes: prepared.subarray(0, bytes),
			text: letter.repeat(letters),
		}),
	});

export default filler("text-filler");

/** The same, to be given to a server as an object. */
export const inProcess = filler("near-filler");
