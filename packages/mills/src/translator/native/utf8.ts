const REPLACEMENT = "\ufffd";
/** The smallest code point that needs this number of bytes, by number of bytes. */
const LEAST = [Number.POSITIVE_INFINITY, 0, 0x80, 0x800, 0x10000];

/** The UTF-8 bytes of the character that starts at a code unit. */
export function utf8(units: Uint16Array, at: number): number[] {
	const unit = units[at] as number;
	if (unit < 0x80) return [unit];
	if (unit < 0x800) return [0xc0 | (unit >> 6), trail(unit)];
	if ((unit & 0xfc00) !== 0xd800) return [0xe0 | (unit >> 12), trail(unit >> 6), trail(unit)];
	const point = 0x10000 + ((unit & 0x3ff) << 10) + ((units[at + 1] as number) & 0x3ff);
	return [0xf0 | (point >> 18), trail(point >> 12), trail(point >> 6), trail(point)];
}

/**
 * Decodes UTF-8, with one U+FFFD for each invalid byte, as SentencePiece does. A `TextDecoder` would write one U+FFFD for a
 * whole truncated character.
 */
export function bytesAsText(bytes: readonly number[]): string {
	let text = "";
	for (let at = 0; at < bytes.length; ) {
		const point = pointAt(bytes, at);
		text += point < 0 ? REPLACEMENT : String.fromCodePoint(point);
		at += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
	}
	return text;
}

/** The code point that starts at `at`, or -1 if the bytes are invalid. */
function pointAt(bytes: readonly number[], at: number): number {
	const lead = bytes[at] as number;
	if (lead < 0x80) return lead;
	const length = lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 0;
	let point = lead & (0x7f >> length);
	for (let i = 1; i < length; i++) {
		const byte = bytes[at + i] ?? 0;
		if ((byte & 0xc0) !== 0x80) return -1;
		point = (point << 6) | (byte & 0x3f);
	}
	// -1 for an overlong form, half a surrogate pair, or a value beyond Unicode.
	const least = LEAST[length] as number;
	return point < least || (point & 0xfffff800) === 0xd800 || point > 0x10ffff ? -1 : point;
}

function trail(bits: number): number {
	return 0x80 | (bits & 0x3f);
}
