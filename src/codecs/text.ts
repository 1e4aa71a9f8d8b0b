import { Buffer, isUtf8 } from "node:buffer";
import { Problem } from "../core/problem.js";

const UTF8 = new Set(["utf-8", "utf8"]);

/** Whether a charset label is one that we can decode. */
export function knowsCharset(label: string): boolean {
	try {
		new TextDecoder(label);
		return true;
	} catch {
		return false;
	}
}

/** Decodes text; a byte order mark is text like any other, so that offsets and tokens count it. */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string {
	const label = charset?.toLowerCase() ?? "utf-8";
	if (UTF8.has(label)) {
		// Two passes of native code, and yet faster than TextDecoder with `fatal` on Node 20.
		if (isUtf8(bytes)) return asBuffer(bytes).toString("utf8");
	} else {
		try {
			return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
		} catch {
			// Answered below, for every charset alike.
		}
	}
	throw new Problem(
		"unreadable-input",
		`Send text that is valid ${label}: the body holds a broken sequence.`,
	);
}

/** The same bytes as a Buffer; they mostly are one, and then nothing is made. */
function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
