import { type Classes, codePointAt } from "./classes.js";
import type { Columns } from "./columns.js";
import { G } from "./grapheme-classes.js";

/** The progress of GB11 or GB9c: nothing, the opening part, or all except the last character. */
const [NOTHING, OPEN, ALL_BUT_LAST] = [0, 1, 2];

/**
 * Divides a text into extended grapheme clusters by the rules GB3 to GB999 of UAX #29. Returns false at an unknown
 * character.
 */
export function graphemes(text: string, classes: Classes, columns: Columns): boolean {
	const { codes } = classes;
	const length = text.length;
	let last = 0;
	let picture = NOTHING;
	let conjunct = NOTHING;
	let oddFlags = false;
	let at = 0;
	while (at < length) {
		const unit = text.charCodeAt(at);
		const codePoint = codePointAt(text, at, unit);
		const code = codes[codePoint] || classes.ask(codePoint);
		if (code === G.STRANGE) return false;
		if (at > 0 && !joined(last, code, picture, conjunct, oddFlags)) columns.push(at, false);

		if (code === G.OTHER) {
			picture = conjunct = NOTHING;
			oddFlags = false;
		} else {
			picture = afterPicture(picture, code);
			conjunct = afterConjunct(conjunct, code);
			oddFlags = code === G.FLAG && !oddFlags;
		}
		last = code;
		at += codePoint > 0xffff ? 2 : 1;
	}
	if (length > 0) columns.push(length, false);
	return true;
}

function joined(last: number, code: number, picture: number, conjunct: number, oddFlags: boolean): boolean {
	if (last === G.CR) return code === G.LF; // GB3, GB4
	if (last === G.LF || last === G.CONTROL || code <= G.CONTROL) return false; // GB4, GB5
	if (code >= G.EXTEND && code <= G.SPACING_MARK) return true; // GB9, GB9a
	if (last === G.PREPEND) return true; // GB9b
	switch (code) {
		case G.L:
		case G.LV:
		case G.LVT:
			return last === G.L; // GB6
		case G.V:
			return last === G.L || last === G.LV || last === G.V; // GB6, GB7
		case G.T:
			return last === G.LV || last === G.V || last === G.LVT || last === G.T; // GB7, GB8
		case G.CONSONANT:
			return conjunct === ALL_BUT_LAST; // GB9c
		case G.PICTURE:
			return picture === ALL_BUT_LAST; // GB11
		case G.FLAG:
			return oddFlags; // GB12, GB13
		default:
			return false;
	}
}

/** GB11: \p{Extended_Pictographic} Extend* ZWJ × \p{Extended_Pictographic} */
function afterPicture(picture: number, code: number): number {
	if (code === G.PICTURE) return OPEN;
	if (picture !== OPEN) return NOTHING;
	if (code === G.ZWJ) return ALL_BUT_LAST;
	return code >= G.EXTEND && code <= G.NON_JOINER ? OPEN : NOTHING;
}

/** GB9c: a consonant, a linker among any number of marks, a consonant. */
function afterConjunct(conjunct: number, code: number): number {
	if (code === G.CONSONANT) return OPEN;
	if (conjunct === NOTHING) return NOTHING;
	if (code === G.LINKER) return ALL_BUT_LAST;
	return code === G.EXTEND || code === G.ZWJ ? conjunct : NOTHING;
}
