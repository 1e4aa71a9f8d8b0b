import { isUtf8 } from "node:buffer";
import { asBuffer } from "../../core/as-buffer.js";
import { Problem } from "../../core/problem.js";

const UTF8 = new Set(["utf-8", "utf8"]);

/** What to do with input that is not valid Unicode. */
export interface InvalidInput {
	/** Whether U+FFFD replaces it; otherwise the input is refused. */
	readonly replace: boolean;
	/** The parameter that lets a caller choose, for the error message. */
	readonly invalidBy: string | undefined;
}

const REFUSED: InvalidInput = { replace: false, invalidBy: undefined };

/** Whether we can decode a charset. */
export function knowsCharset(label: string): boolean {
	try {
		new TextDecoder(label);
		return true;
	} catch {
		return false;
	}
}

/** Whether a charset is UTF-8, which is the default. */
export function isUtf8Label(charset: string | undefined): boolean {
	return charset === undefined || UTF8.has(charset.trim().toLowerCase());
}

/** Decodes text of another charset chunk by chunk. Throws if it is invalid and may not be replaced. */
export function textDecoder(
	charset: string,
	{ replace }: InvalidInput,
): (bytes: Uint8Array, isLast: boolean) => string {
	const decoder = new TextDecoder(charset.trim(), { fatal: !replace, ignoreBOM: true });
	const isRepaired = decoder.encoding === "windows-1252";
	return (bytes, isLast) => {
		const text = decoder.decode(bytes, { stream: !isLast });
		return isRepaired ? text.replace(/[\x80-\x9F]/g, repaired) : text;
	};
}

/** Decodes text. A byte order mark is kept as text, so that offsets and tokens count it. */
export function decodeText(bytes: Uint8Array, charset: string | undefined, invalid = REFUSED): string {
	const label = charset?.trim().toLowerCase() ?? "utf-8";
	if (UTF8.has(label)) {
		// Two passes of native code, and still faster than TextDecoder with `fatal` on Node 20.
		if (invalid.replace || isUtf8(bytes)) return asBuffer(bytes).toString("utf8");
	} else {
		try {
			const decoder = new TextDecoder(label, { fatal: !invalid.replace, ignoreBOM: true });
			const text = decoder.decode(bytes);
			return decoder.encoding === "windows-1252" ? text.replace(/[\x80-\x9F]/g, repaired) : text;
		} catch {
			// The code below refuses the text, for every charset alike.
		}
	}
	const offset = invalidOffset(bytes, label);
	throw new Problem(
		"unreadable-input",
		`Send text that is valid ${label}${orReplace(invalid)}: the input is broken at byte ${offset}.`,
		{ offset },
	);
}

/** The other way out, for callers that cannot send better text. */
export function orReplace({ invalidBy }: InvalidInput): string {
	return invalidBy === undefined ? "" : `, or set ${invalidBy}=replace`;
}

/** Windows-1252 from 80 to 9F. Unassigned bytes stand for the control character. */
const UPPER = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ";

/** Some versions of Node decode windows-1252 as Latin-1. The others leave no such character to repair. */
function repaired(control: string): string {
	return UPPER[control.charCodeAt(0) - 0x80] ?? control;
}

/** The number of bytes to decode at once while looking for an invalid sequence, and the longest sequence of any charset. */
const STRIDE = 4096;
const LONGEST = 8;

/** The offset of the first sequence that is invalid in this charset. Call it only for bytes that have one. */
function invalidOffset(bytes: Uint8Array, label: string): number {
	// A sequence may begin in the stride before the one in which it breaks.
	const from = Math.max(0, invalidStride(bytes, label) - LONGEST);
	const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
	decoder.decode(bytes.subarray(0, from), { stream: true });
	// One byte at a time: the invalid sequence is the one that has not become a character yet.
	let sequence = from;
	try {
		for (let at = from; at < bytes.length; at++)
			if (decoder.decode(bytes.subarray(at, at + 1), { stream: true }) !== "") sequence = at + 1;
	} catch {
		// The sequence is invalid in the middle. If the text ends within a sequence, nothing is thrown.
	}
	return sequence;
}

/** The start of the stride in which the text becomes invalid or ends. */
function invalidStride(bytes: Uint8Array, label: string): number {
	const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
	let at = 0;
	try {
		for (; at + STRIDE < bytes.length; at += STRIDE)
			decoder.decode(bytes.subarray(at, at + STRIDE), { stream: true });
	} catch {
		// This is the stride.
	}
	return at;
}
