import type { Buffer } from "node:buffer";

/** How files of some media types begin, in hexadecimal. The checker has a table of its own, so that it can disagree with a server. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
	"image/png": /^89504e470d0a1a0a/,
	"image/jpeg": /^ffd8ff/,
	// GIF87a, GIF89a
	"image/gif": /^474946383[79]61/,
	// RIFF, a size, WEBP
	"image/webp": /^52494646.{8}57454250/,
	// A size, ftyp, and one of avif, avis, mif1 and msf1
	"image/avif": /^.{8}66747970(?:61766966|61766973|6d696631|6d736631)/,
	"image/tiff": /^(?:49492a00|4d4d002a)/,
	"image/bmp": /^424d/,
	// %PDF-
	"application/pdf": /^255044462d/,
	"application/zip": /^504b/,
	"application/gzip": /^1f8b/,
	// RIFF, a size, WAVE
	"audio/wav": /^52494646.{8}57415645/,
	// OggS
	"audio/ogg": /^4f676753/,
	// fLaC
	"audio/flac": /^664c6143/,
	"video/webm": /^1a45dfa3/,
};

/** Whether bytes begin as their media type demands; undefined if nothing is known about the type. */
export function beginsAs(mediaType: string, bytes: Buffer): boolean | undefined {
	if (!Object.hasOwn(BEGINNINGS, mediaType)) return undefined;
	return BEGINNINGS[mediaType]?.test(bytes.toString("hex", 0, 16));
}
