import { PassThrough } from "node:stream";
import { binary, defineMill, Type, text } from "gristmill";

const HEADS: Readonly<Record<string, string>> = { "image/gif": "GIF89a", "image/png": "\x89PNG\r\n\x1a\n" };

/** Bytes of this media type: the first ones that it demands, and as many as are wanted. */
function picture(type: string, size: number): Uint8Array {
	const bytes = Buffer.alloc(size, 7);
	bytes.write(HEADS[type] ?? "", "latin1");
	return new Uint8Array(bytes);
}

function detached(): Uint8Array {
	const bytes = new Uint8Array(8);
	structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
	return bytes;
}

/** What `run` returns for each input that it is not made for. */
const WRONG: Readonly<Record<string, () => unknown>> = {
	empty: () => new Uint8Array(0),
	detached,
	stream: () => new PassThrough(),
	buffer: () => new ArrayBuffer(8),
	list: () => [71, 73, 70],
	string: () => "R0lGODlh",
	png: () => picture("image/png", 20),
	absent: () => undefined,
};

/** Gives bytes: as many as the parameter says, or something that is no bytes. */
export default defineMill({
	name: "byte-giver",
	version: "1.0.0",
	summary: "Gives bytes.",
	method: new URL(import.meta.url).searchParams.get("method") === "QUERY" ? "QUERY" : "POST",
	input: { "text/plain": text() },
	parameters: Type.Object({ size: Type.Integer({ minimum: 8, default: 20 }) }),
	output: Type.Object({
		picture: binary(["image/gif", "image/png", "image/svg+xml"]),
		wanted: Type.String(),
	}),
	examples: [{ input: "good", output: { picture: picture("image/gif", 20), wanted: "image/gif" } }],
	run: (input, { parameters, outputType }) => ({
		picture: (WRONG[input]?.() ??
			(input === "absent" ? undefined : picture(outputType, parameters.size))) as Uint8Array,
		wanted: outputType,
	}),
});
