/** The unit of offsets. */
export type Unit = "utf16" | "utf8" | "codepoint";

/** Numbers. Those behind the first 4 GiB of a text are doubles. */
export type Column = Uint32Array | Float64Array;

/** Half-open spans as columns. */
export interface Spans<C extends Column = Uint32Array> {
	readonly starts: C;
	readonly ends: C;
}

/** Adds a number to ascending offsets. */
export function shifted(offsets: Uint32Array, by: number): Column {
	const isWide = by + (offsets.at(-1) ?? 0) >= 2 ** 32;
	const result = isWide ? new Float64Array(offsets.length) : new Uint32Array(offsets.length);
	for (let i = 0; i < offsets.length; i++) result[i] = (offsets[i] as number) + by;
	return result;
}

/** Joins columns to one. */
export function concatenated(columns: readonly Column[]): Column {
	const length = columns.reduce((sum, one) => sum + one.length, 0);
	const isWide = columns.some((one) => one instanceof Float64Array);
	const result = isWide ? new Float64Array(length) : new Uint32Array(length);
	let at = 0;
	for (const one of columns) {
		result.set(one, at);
		at += one.length;
	}
	return result;
}

/** Returns spans that follow each other without a gap. */
export function adjacent(ends: Uint32Array): Spans {
	const starts = new Uint32Array(ends.length);
	for (let i = 1; i < ends.length; i++) starts[i] = ends[i - 1] as number;
	return { starts, ends };
}

/**
 * Returns the spans of whole characters, in UTF-16, that cover tokens with the given ends in UTF-8. If a token ends
 * inside a character, the spans of the two neighbours share that character.
 */
export function covering(text: string, ends8: Uint32Array): Spans {
	const { length } = ends8;
	// The numbers of bytes and code units are equal, so the whole text is ASCII.
	if (length === 0 || ends8[length - 1] === text.length) return adjacent(ends8);
	const starts = new Uint32Array(length);
	const ends = new Uint32Array(length);
	/** The current character: its start, and its end in both units. */
	let start16 = 0;
	let end16 = 0;
	let end8 = 0;
	let token8 = 0;
	for (let i = 0; i < length; i++) {
		// If the last token ended inside a character, this one begins in the same character.
		if (end8 <= token8) start16 = end16;
		starts[i] = start16;
		token8 = ends8[i] as number;
		while (end8 < token8) {
			const plain = asciiEnd(text, end16, end16 + token8 - end8) - end16;
			end16 += plain;
			end8 += plain;
			if (end8 >= token8) {
				start16 = end16 - 1;
				break;
			}
			start16 = end16;
			const unit = text.charCodeAt(end16);
			if (isHighSurrogate(unit)) {
				end16 += 2;
				end8 += 4;
			} else {
				end16++;
				end8 += unit < 0x800 ? 2 : 3;
			}
		}
		ends[i] = end16;
	}
	return { starts, ends };
}

/** Converts offsets in UTF-16 to another unit. No offset may be smaller than the previous one. */
export function inUnit(text: string, offsets: Uint32Array, unit: Unit): Uint32Array {
	if (unit === "utf16") return offsets;
	const result = new Uint32Array(offsets.length);
	const [narrow, wide, pair] = unit === "utf8" ? [2, 3, 4] : [1, 1, 1];
	let at16 = 0;
	let at = 0;
	for (let i = 0; i < offsets.length; i++) {
		const offset = offsets[i] as number;
		while (at16 < offset) {
			const unit = text.charCodeAt(at16);
			if (unit < 0x80) at++;
			else if (isHighSurrogate(unit)) {
				at += pair;
				at16++;
			} else at += unit < 0x800 ? narrow : wide;
			at16++;
		}
		result[i] = at;
	}
	return result;
}

/** Returns the length of a text in a unit. */
export function lengthIn(text: string, unit: Unit): number {
	return inUnit(text, Uint32Array.of(text.length), unit)[0] as number;
}

/** Returns the end of the ASCII characters from a place on, up to a limit. Most text is ASCII, so it has a separate loop. */
function asciiEnd(text: string, from: number, limit: number): number {
	let at = from;
	while (at < limit && text.charCodeAt(at) < 0x80) at++;
	return at;
}

/** Texts here are well-formed: a high surrogate is always followed by a low one. */
function isHighSurrogate(unit: number): boolean {
	return unit >= 0xd800 && unit < 0xdc00;
}
