import { Buffer } from "node:buffer";
import { MiB, Problem } from "gristmill";

/** The limits of input and output. One byte of a legacy charset takes up to three bytes in UTF-8. */
export const MAX_INPUT = 16 * MiB;
export const MAX_OUTPUT = 3 * MAX_INPUT;

/** Refuses a text that has grown too long. Every code unit takes at least one byte, whatever the text contains. */
export function boundUnits(units: number): void {
	if (units > MAX_OUTPUT) throw tooLong();
}

/** Refuses an answer that takes too many bytes as UTF-8. */
export function boundBytes(text: string): void {
	if (text.length * 3 > MAX_OUTPUT && Buffer.byteLength(text) > MAX_OUTPUT) throw tooLong();
}

function tooLong(): Problem {
	return new Problem(
		"answer-too-large",
		`The answer would exceed ${MAX_OUTPUT / MiB} MiB. Send less text, or ask for a form that grows less.`,
	);
}
