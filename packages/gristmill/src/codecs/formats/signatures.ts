import { Buffer } from "node:buffer";

/** How the bytes of each media type begin. A type without an entry is not checked. */
const SIGNATURES: Readonly<Record<string, (head: Buffer) => boolean>> = {
	"image/jpeg": (head) => head.length >= 3 && head.readUIntBE(0, 3) === 0xffd8ff,
	"image/png": (head) => head.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")),
	"image/gif": (head) => /^GIF8[79]a/.test(head.toString("latin1", 0, 6)),
	"image/webp": (head) =>
		head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP",
	// Video files have the same structure; the brand differs.
	"image/avif": (head) => /^ftyp(?:avif|avis|mif1|msf1)/.test(head.toString("latin1", 4, 12)),
	"image/tiff": (head) => /^(?:II\*\0|MM\0\*)/.test(head.toString("latin1", 0, 4)),
	"application/pdf": (head) => head.toString("latin1", 0, 5) === "%PDF-",
	"application/zip": (head) => head.toString("latin1", 0, 2) === "PK",
	"application/gzip": (head) => head.length >= 2 && head.readUInt16BE(0) === 0x1f8b,
	"audio/wav": (head) =>
		head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WAVE",
	"audio/ogg": (head) => head.toString("latin1", 0, 4) === "OggS",
	"audio/flac": (head) => head.toString("latin1", 0, 4) === "fLaC",
};

/** Whether the first bytes tell this media type. */
export function hasSignature(mediaType: string): boolean {
	return Object.hasOwn(SIGNATURES, mediaType);
}

/** Whether bytes begin as their media type demands. */
export function beginsLike(mediaType: string, bytes: Uint8Array): boolean {
	return SIGNATURES[mediaType]?.(headOf(bytes)) ?? true;
}

/** The media type that the first bytes tell; undefined if they tell none. */
export function typeOfBytes(bytes: Uint8Array): string | undefined {
	const head = headOf(bytes);
	return Object.keys(SIGNATURES).find((mediaType) => SIGNATURES[mediaType]?.(head));
}

function headOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
	return Buffer.from(buffer, byteOffset, Math.min(16, byteLength));
}
