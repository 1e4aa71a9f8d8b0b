import { Buffer, isUtf8 } from "node:buffer";
import { Problem } from "../core/problem.js";
import { brokenAt } from "./broken-at.js";

const UTF8 = new Set(["utf-8", "utf8"]);

/** What is done with what is not valid Unicode. */
export interface Invalid {
	/** Whether U+FFFD takes its place; otherwise it is refused. */
	readonly replace: boolean;
	/** The parameter by which a caller could have chosen, for the complaint. */
	readonly invalidBy: string | undefined;
}

const REFUSED: Invalid = { replace: false, invalidBy: undefined };

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
export function decodeText(bytes: Uint8Array, charset: string | undefined, invalid = REFUSED): string {
	const label = charset?.toLowerCase() ?? "utf-8";
	if (UTF8.has(label)) {
		// Two passes of native code, and yet faster than TextDecoder with `fatal` on Node 20.
		if (invalid.replace || isUtf8(bytes)) return asBuffer(bytes).toString("utf8");
	} else {
		try {
			const decoder = new TextDecoder(label, { fatal: !invalid.replace, ignoreBOM: true });
			const text = decoder.decode(bytes);
			return decoder.encoding === "windows-1252" ? text.replace(/[\x80-\x9F]/g, repaired) : text;
		} catch {
			// Answered below, for every charset alike.
		}
	}
	const offset = brokenAt(bytes, label);
	throw new Problem(
		"unreadable-input",
		`Send text that is valid ${label}${otherwise(invalid)}: the body is broken at byte ${offset}.`,
		{ offset },
	);
}

/** What else a caller can do who cannot send better text. */
export function otherwise({ invalidBy }: Invalid): string {
	return invalidBy === undefined ? "" : `, or set ${invalidBy}=replace`;
}

/** What windows-1252 has between 80 and 9F; where it has nothing, the control character stands for itself. */
const UPPER = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ";

/** Some versions of Node read windows-1252 as Latin-1. Where they do not, no such character is left to repair. */
function repaired(control: string): string {
	return UPPER[control.charCodeAt(0) - 0x80] ?? control;
}

/** The same bytes as a Buffer; they mostly are one, and then nothing is made. */
function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
