const BEYOND_ASCII = /[\x80-\uffff]/;
const BEYOND_LATIN1 = /[\u0100-\uffff]/;

/** Whether a text has ASCII characters only; most steps have nothing to do then. */
export function isAscii(text: string): boolean {
	return !BEYOND_ASCII.test(text);
}

/** Whether a text has no character above U+00FF: such a text is in NFC. */
export function isLatin1(text: string): boolean {
	return !BEYOND_LATIN1.test(text);
}
