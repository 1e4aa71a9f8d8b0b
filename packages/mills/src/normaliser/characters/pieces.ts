import { boundUnits, MAX_OUTPUT } from "./bound.js";

/** The most code units that any normalization form makes of one character (U+FDFA, in NFKC). */
const GROWTH = 18;
const PIECE = 1 << 16;

/**
 * Applies a normalization to a text. A text that could exceed the limit is processed in pieces, so that the limit
 * applies before the memory is used.
 */
export function inPieces(text: string, normalise: (piece: string) => string): string {
	if (text.length * GROWTH <= MAX_OUTPUT) return normalise(text);
	let units = 0;
	const pieces: string[] = [];
	for (let at = 0; at < text.length; ) {
		const end = nextStart(text, at + PIECE);
		const piece = normalise(text.slice(at, end));
		units += piece.length;
		boundUnits(units);
		pieces.push(piece);
		at = end;
	}
	return pieces.join("");
}

/** Returns the first place at or after `from` where a piece may begin. */
function nextStart(text: string, from: number): number {
	let at = from;
	while (at < text.length && !startsAfresh(text.charCodeAt(at))) at++;
	return Math.min(at, text.length);
}

/**
 * Returns whether a character combines with nothing before it in any form: Latin, symbols, ideographs, Hangul syllables
 * and Arabic ligatures. Other characters qualify too, but these are enough: they include all that grow much.
 */
function startsAfresh(unit: number): boolean {
	return (
		// NFKC_Casefold removes the soft hyphen, and the character after it would then be first.
		(unit < 0x300 && unit !== 0xad) ||
		(unit >= 0x2100 && unit <= 0x2bff) ||
		(unit >= 0x3300 && unit <= 0x9fff) ||
		(unit >= 0xac00 && unit <= 0xd7a3) ||
		(unit >= 0xfb50 && unit <= 0xfdff)
	);
}
