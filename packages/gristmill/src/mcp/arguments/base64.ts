import { Buffer } from "node:buffer";

/** The number of bytes that base64 without white space encodes; undefined if the length is invalid. */
function sizeOf(compact: string): number | undefined {
	const end = compact.endsWith("==") ? 2 : compact.endsWith("=") ? 1 : 0;
	// Padding fills the last four characters, or there is none.
	if (end > 0 && compact.length % 4 !== 0) return undefined;
	const characters = compact.length - end;
	return characters % 4 === 1 ? undefined : Math.floor((characters * 3) / 4);
}

/** Decodes base64, padded or not, in either alphabet; undefined if it is invalid. */
export function fromBase64(text: string): Uint8Array | undefined {
	const compact = /\s/.test(text) ? withoutSpaces(text) : text;
	const size = compact === undefined ? undefined : sizeOf(compact);
	if (compact === undefined || size === undefined) return undefined;
	const bytes = Buffer.from(compact, "base64");
	// The decoder skips invalid characters. Then there are fewer bytes than the length promises.
	return bytes.byteLength === size ? bytes : undefined;
}

/** The text without white space; undefined if it is not base64. Byte by byte: a regular expression takes seconds if every other character of a large text is a space. */
function withoutSpaces(text: string): string | undefined {
	// Latin-1 would map some other characters to ASCII.
	if (/\P{ASCII}/u.test(text)) return undefined;
	const bytes = Buffer.from(text, "latin1");
	let length = 0;
	for (const byte of bytes) if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) bytes[length++] = byte;
	return bytes.toString("latin1", 0, length);
}
