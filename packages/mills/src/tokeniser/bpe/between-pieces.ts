import { CASELESS, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER } from "./classes.js";
import type { BytePairs } from "./model.js";

/**
 * Returns whether the patterns of all encodings have a boundary at a place, and find the pieces before it as if the text ended there.
 * Pieces behind a boundary never depend on those before it. White space is never cut: a run of it ends differently before a word.
 */
export function isBetweenPieces(text: string, at: number, encoding: BytePairs): boolean {
	const behind = encoding.classOf(text.codePointAt(at) as number);
	const pair = text.codePointAt(at - 2) ?? 0;
	switch (encoding.classOf(pair > 0xffff ? pair : text.charCodeAt(at - 1))) {
		case UPPER:
		case LOWER:
		case CASELESS:
			// An apostrophe may begin the contraction that belongs to a word.
			if (behind === OTHER) return text.charAt(at) !== "'";
			return behind === SPACE || behind === NEWLINE || behind === NUMBER;
		case NUMBER:
			return behind !== NUMBER;
		case OTHER:
		case MARK:
			return behind === SPACE;
	}
	return false;
}
