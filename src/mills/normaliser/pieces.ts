import { boundUnits, MAX_OUTPUT } from "./bound.js";

/** No character becomes more code units than this by any normalization form (U+FDFA, in NFKC). */
const GROWTH = 18;
const PIECE = 1 << 16;

/**
 * Applies a normalization to a text. A text that could outgrow the bound is taken in pieces, so that the bound is
 * noticed before the memory is used.
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

/** The first place from here on where a piece may begin. */
function nextStart(text: string, from: number): number {
	let at = from;
	while (at < text.length && !startsAfresh(text.charCodeAt(at))) at++;
	return Math.min(at, text.length);
}

/**
 * Whether a character combines with nothing before it in any form: Latin, symbols, ideographs, Hangul syllables and
 * Arabic ligatures. Others do, too, but these are enough: all that grow much are among them.
 */
function startsAfresh(unit: number): boolean {
	return (
		// NFKC_Casefold removes the soft hyphen, and then what stands behind it comes first.
		(unit < 0x300 && unit !== 0xad) ||
		(unit >= 0x2100 && unit <= 0x2bff) ||
		(unit >= 0x3300 && unit <= 0x9fff) ||
		(unit >= 0xac00 && unit <= 0xd7a3) ||
		(unit >= 0xfb50 && unit <= 0xfdff)
	);
}
