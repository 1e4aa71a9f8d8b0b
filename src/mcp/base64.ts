import { Buffer } from "node:buffer";

/** How many bytes a base64 text stands for, white space aside; undefined where no bytes have that length. */
function sizeOf(compact: string): number | undefined {
	const end = compact.endsWith("==") ? 2 : compact.endsWith("=") ? 1 : 0;
	// Padding fills the last four characters, or there is none.
	if (end > 0 && compact.length % 4 !== 0) return undefined;
	const characters = compact.length - end;
	return characters % 4 === 1 ? undefined : Math.floor((characters * 3) / 4);
}

/** The bytes of a text in base64, padded or not, in either alphabet; undefined where it is none. */
export function fromBase64(text: string): Uint8Array | undefined {
	const compact = /\s/.test(text) ? text.replace(/\s+/g, "") : text;
	const size = sizeOf(compact);
	if (size === undefined) return undefined;
	const bytes = Buffer.from(compact, "base64");
	// The decoder leaves out what does not belong: then there is less than the length promises.
	return bytes.byteLength === size ? bytes : undefined;
}
