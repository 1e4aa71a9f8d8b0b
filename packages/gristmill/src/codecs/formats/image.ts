import { Buffer } from "node:buffer";
import { Problem } from "../../core/problem.js";

/** How an image of each type begins. A type without an entry is not checked. */
const SIGNATURES: Readonly<Record<string, (head: Buffer) => boolean>> = {
	"image/jpeg": (head) => head.length >= 3 && head.readUIntBE(0, 3) === 0xffd8ff,
	"image/png": (head) => head.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")),
	"image/gif": (head) => /^GIF8[79]a/.test(head.toString("latin1", 0, 6)),
	"image/webp": (head) =>
		head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP",
	// Video files have the same structure; the brand differs.
	"image/avif": (head) => /^ftyp(?:avif|avis|mif1|msf1)/.test(head.toString("latin1", 4, 12)),
	"image/tiff": (head) => /^(?:II\*\0|MM\0\*)/.test(head.toString("latin1", 0, 4)),
};

/** Returns the bytes if they begin like an image of this media type. Otherwise the answer is 415. */
export function decodeImage(bytes: Uint8Array, mediaType: string): Uint8Array {
	const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.byteLength));
	const begins = SIGNATURES[mediaType];
	if (begins && !begins(head))
		throw new Problem("unsupported-media-type", `Send what Content-Type says: the body is no ${mediaType}.`);
	return bytes;
}
