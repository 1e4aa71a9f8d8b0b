/** The character classes that the patterns of the encodings distinguish. */
export const OTHER = 0;
/** Lu and Lt. */
export const UPPER = 1;
export const LOWER = 2;
/** Lm and Lo: letters without case, which count as both upper and lower case. */
export const CASELESS = 3;
export const MARK = 4;
export const NUMBER = 5;
/** White space except line breaks. */
export const SPACE = 6;
/** CR and LF. */
export const NEWLINE = 7;
/** The end of the text. */
export const END = 8;

/** The Unicode version of these classes. It is tiktoken's own and does not depend on the engine. */
export const CLASSES_UNICODE = "16.0.0";

/** Returns the class of every code point, unpacked from its runs. */
export function unpackClasses(runs: Uint8Array): Uint8Array {
	const classes = new Uint8Array(0x110000);
	const view = new DataView(runs.buffer, runs.byteOffset, runs.byteLength);
	let at = 0;
	for (let i = 0; i < runs.byteLength; i += 4) {
		const run = view.getUint32(i, true);
		const length = run >>> 8;
		classes.fill(run & 255, at, at + length);
		at += length;
	}
	return classes;
}
