import { Buffer } from "node:buffer";
import { Problem } from "../core/problem.js";

/** How a picture of each type begins. A type without an entry is taken as it comes. */
const SIGNATURES: Readonly<Record<string, (head: Buffer) => boolean>> = {
	"image/jpeg": (head) => head.length >= 3 && head.readUIntBE(0, 3) === 0xffd8ff,
	"image/png": (head) => head.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")),
	"image/gif": (head) => /^GIF8[79]a/.test(head.toString("latin1", 0, 6)),
	"image/webp": (head) =>
		head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP",
	// Films are such boxes too; the brand tells them apart.
	"image/avif": (head) => /^ftyp(?:avif|avis|mif1|msf1)/.test(head.toString("latin1", 4, 12)),
	"image/tiff": (head) => /^(?:II\*\0|MM\0\*)/.test(head.toString("latin1", 0, 4)),
};

/** Passes a picture on if it begins as its media type says; what is no such picture is a 415. */
export function decodeImage(bytes: Uint8Array, mediaType: string): Uint8Array {
	const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.byteLength));
	const begins = SIGNATURES[mediaType];
	if (begins && !begins(head))
		throw new Problem("unsupported-media-type", `Send what Content-Type says: the body is no ${mediaType}.`);
	return bytes;
}
