import { Buffer } from "node:buffer";
import { binary, defineMill, MiB, Problem, Type, text } from "gristmill";

const BEGINNINGS: Readonly<Record<string, Buffer>> = {
	"image/png": Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
	"image/gif": Buffer.from("GIF89a"),
};

/** Returns this many bytes. They only begin like a picture. */
export function drawing(size: number, mediaType = "image/png"): Buffer {
	const picture = Buffer.alloc(size, 1);
	BEGINNINGS[mediaType]?.copy(picture);
	return picture;
}

export default defineMill({
	name: "drawer",
	version: "1.0.0",
	summary: "Draws a picture of as many bytes as a text says at its beginning.",
	input: { "text/plain": text() },
	output: Type.Object({ picture: binary(["image/png", "image/gif"]), size: Type.Integer() }),
	run: (input, { outputType }) => {
		const size = Number.parseInt(input, 10);
		if (!(size >= 16 && size <= 64 * MiB)) throw new Problem("invalid-input", "Begin with a number from 16.");
		const picture = drawing(size, outputType);
		return { picture, size: picture.length };
	},
});
