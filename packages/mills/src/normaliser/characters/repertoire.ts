const BEYOND_ASCII = /[\x80-\uffff]/;
const BEYOND_LATIN1 = /[\u0100-\uffff]/;

/** Returns whether a text has only ASCII characters. Most steps then have nothing to do. */
export function isAscii(text: string): boolean {
	return !BEYOND_ASCII.test(text);
}

/** Returns whether a text has no character above U+00FF. Such a text is in NFC. */
export function isLatin1(text: string): boolean {
	return !BEYOND_LATIN1.test(text);
}

/** Returns the character that ends before this place, or an empty string at the start. */
export function characterBefore(text: string, at: number): string {
	const unit = text.charCodeAt(at - 1);
	return unit >= 0xdc00 && unit <= 0xdfff && at > 1 ? text.slice(at - 2, at) : text.charAt(at - 1);
}
