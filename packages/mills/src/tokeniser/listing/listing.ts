import type { BytePairs } from "../bpe/model.js";
import { adjacent, type Column, covering, inUnit, type Spans, shifted, type Unit } from "./spans.js";

/** Everything that a format may show about a text's tokens. */
export interface Listing {
	readonly count: number;
	/** The spans of whole characters, in UTF-16. */
	readonly spans: () => Spans;
	/** The spans in the requested unit. */
	readonly spansIn: (unit: Unit) => Spans<Column>;
	readonly ids?: Uint32Array;
	/** Which segments are words. The others are between words. */
	readonly wordLike?: Uint8Array;
	/** Returns the bytes of a token that is not made of whole characters, or undefined for other tokens. */
	readonly fragment?: (index: number) => Uint8Array | undefined;
	readonly isSpecial?: (index: number) => boolean;
}

/** Lists the tokens of a piece that begins at an offset of its text. */
export function behind(listing: Listing, offset: number): Listing {
	const spansIn = (unit: Unit) => {
		const { starts, ends } = listing.spansIn(unit) as Spans;
		return { starts: shifted(starts, offset), ends: shifted(ends, offset) };
	};
	return { ...listing, spansIn };
}

/** Lists words, sentences or graphemes. */
export function ofSegments(text: string, ends: Uint32Array, wordLike: Uint8Array | undefined): Listing {
	const spans = adjacent(ends);
	return {
		count: ends.length,
		spans: () => spans,
		spansIn: (unit) => ({ starts: inUnit(text, spans.starts, unit), ends: inUnit(text, ends, unit) }),
		...(wordLike && { wordLike }),
	};
}

/** Lists tokens of an encoding. */
export function ofBytePairs(text: string, encoding: BytePairs, parse: boolean): Listing {
	const { ids, ends } = encoding.encode(text, parse);
	let covered: Spans | undefined;
	const spans = () => {
		covered ??= covering(text, ends);
		return covered;
	};
	return {
		count: ids.length,
		ids,
		spans,
		spansIn: (unit) => {
			// Tokens are made of bytes, so their spans are exact in this unit.
			if (unit === "utf8") return adjacent(ends);
			const { starts, ends: last } = spans();
			return { starts: inUnit(text, starts, unit), ends: inUnit(text, last, unit) };
		},
		isSpecial: (index) => encoding.isSpecial(ids[index] as number),
		fragment: (index) => {
			const id = ids[index] as number;
			if (encoding.isSpecial(id)) return undefined;
			const bytes = encoding.bytesOf(id);
			return isWhole(bytes) ? undefined : bytes;
		},
	};
}

/** Returns whether some bytes of a valid text begin and end between characters. */
function isWhole(bytes: Uint8Array): boolean {
	const isContinued = (byte: number) => (byte & 0xc0) === 0x80;
	if (isContinued(bytes[0] as number)) return false;
	let lead = bytes.length - 1;
	while (isContinued(bytes[lead] as number)) lead--;
	const byte = bytes[lead] as number;
	const width = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
	return lead + width === bytes.length;
}
