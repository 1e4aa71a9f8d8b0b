import { type Classes, codePointAt } from "./classes.js";
import type { Columns } from "./columns.js";
import type { Dictionary } from "./dictionary.js";
import { W } from "./word-classes.js";

/** The most text for one call of the engine. A call has a cost, and on Node 20 the length has one too. */
const BATCH = 512;
/** The maximum distance between parts that go to the engine in one call. */
const GAP = 32;

/** Divides a text into words by the rules WB3 to WB999 of UAX #29. */
export function words(text: string, classes: Classes, columns: Columns, dictionary: Dictionary): void {
	const { codes } = classes;
	const length = text.length;
	let begin = 0;
	while (begin < length) {
		let codePoint = codePointAt(text, begin, text.charCodeAt(begin));
		let code = codes[codePoint] || classes.ask(codePoint);
		let at = begin + (codePoint > 0xffff ? 2 : 1);
		/** The class that applies to the next character. Marks are ignored (WB4). */
		let last = code;
		let before = code;
		let wordLike = code === W.IDEOGRAPH || isWord(code);
		let opaque = code >= W.SCRIPT;

		if (code <= W.NEWLINE) {
			// WB3, WB3a
			if (code === W.CR && text.charCodeAt(at) === 0x0a) at++;
			columns.push(at, false);
			begin = at;
			continue;
		}
		while (at < length && !opaque) {
			codePoint = codePointAt(text, at, text.charCodeAt(at));
			code = codes[codePoint] || classes.ask(codePoint);
			const next = at + (codePoint > 0xffff ? 2 : 1);
			if (code === W.EXTEND || code === W.ZWJ) {
				// WB4. For the engine, a segment that ends in a connector or quote with a mark is not a word.
				if (last === W.CONNECTOR || last === W.SINGLE_QUOTE) wordLike = false;
			} else if (before === W.ZWJ && code === W.PICTURE) {
				last = code; // WB3c
				wordLike = false;
			} else if (code >= W.SCRIPT) {
				// A letter of a dictionary script does not join a character that is neither word nor mark.
				if (code === W.SCRIPT && !isWord(last) && last !== W.CONNECTOR && before !== W.ZWJ) break;
				opaque = true;
				break;
			} else if (isWord(last) || last === W.CONNECTOR) {
				if (isWord(code) || code === W.CONNECTOR) {
					// WB5, WB8 to WB10, WB13a, WB13b
					wordLike = true;
					last = code;
				} else {
					const letter = last === W.CONNECTOR ? NONE : bridged(text, at, last, code, classes);
					if (letter === OPAQUE_AHEAD) opaque = true;
					if (letter >= 0) {
						// WB6, WB7, WB7b, WB7c, WB11, WB12
						codePoint = codePointAt(text, letter, text.charCodeAt(letter));
						last = before = codes[codePoint] || classes.ask(codePoint);
						at = letter + (codePoint > 0xffff ? 2 : 1);
						wordLike = true;
						continue;
					}
					if (letter !== QUOTE_ALONE) break;
					last = code; // WB7a: nothing joins it further.
					wordLike = true;
				}
			} else if (last === W.FLAG && code === W.FLAG) {
				last = W.OTHER; // WB15, WB16: pairs
			} else if (!(before === W.SPACE && code === W.SPACE)) {
				break; // WB3d
			}
			before = code;
			at = next;
		}
		if (opaque) {
			const end = opaqueEnd(text, begin, at, last, classes);
			dictionary.divide(text, begin, end, columns);
			begin = end;
		} else {
			columns.push(at, wordLike);
			begin = at;
		}
	}
}

const [NONE, OPAQUE_AHEAD, QUOTE_ALONE] = [-1, -2, -3];

/**
 * Returns the place of the letter or digit that a character between words, as in "can't" or "3.14", joins to the text
 * before.
 */
function bridged(text: string, at: number, last: number, code: number, classes: Classes): number {
	const letters = code === W.MID_LETTER || code === W.MID_BOTH || code === W.SINGLE_QUOTE;
	const numbers = code === W.MID_NUMBER || code === W.MID_BOTH || code === W.SINGLE_QUOTE;
	const quoted = code === W.DOUBLE_QUOTE && last === W.HEBREW;
	const wanted = last === W.NUMBER ? numbers : letters || quoted;
	if (!wanted) return NONE;
	let to = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
	while (to < text.length) {
		const codePoint = codePointAt(text, to, text.charCodeAt(to));
		const next = classes.codes[codePoint] || classes.ask(codePoint);
		if (next === W.EXTEND || next === W.ZWJ) {
			to += codePoint > 0xffff ? 2 : 1;
			continue;
		}
		if (next >= W.SCRIPT) return OPAQUE_AHEAD;
		if (last === W.NUMBER ? next === W.NUMBER : next === W.HEBREW || (next === W.LETTER && !quoted))
			return to;
		break;
	}
	return code === W.SINGLE_QUOTE && last === W.HEBREW ? QUOTE_ALONE : NONE;
}

/** Returns a boundary of the rules after the opaque character at or before `at`. Nearby opaque characters are before it too. */
function opaqueEnd(text: string, begin: number, at: number, last: number, classes: Classes): number {
	let end = joinedEnd(text, at, last, classes, text.length);
	for (let near = end; near < text.length && near < end + GAP && near - begin < BATCH; near++) {
		const codePoint = codePointAt(text, near, text.charCodeAt(near));
		if ((classes.codes[codePoint] || classes.ask(codePoint)) < W.SCRIPT) continue;
		const further = joinedEnd(text, near, UNSURE, classes, begin + BATCH);
		if (further - begin > BATCH) break;
		end = near = further;
	}
	return end;
}

/** Returns the first place from `at` on where no rule joins the characters before and after it. */
function joinedEnd(text: string, at: number, last: number, classes: Classes, limit: number): number {
	let base = last;
	let before = 0;
	let to = at;
	while (to < text.length && to <= limit) {
		const codePoint = codePointAt(text, to, text.charCodeAt(to));
		const code = classes.codes[codePoint] || classes.ask(codePoint);
		const pictured = before === W.ZWJ && code === W.PICTURE;
		if (!pictured && isApart(text, to, base, code, classes)) break;
		base = baseAfter(base, code);
		before = code;
		to += codePoint > 0xffff ? 2 : 1;
	}
	return to;
}

/** Means that the character before a place, ignoring marks, is unknown. */
const UNSURE = 0;

function baseAfter(base: number, code: number): number {
	if (code === W.EXTEND || code === W.ZWJ) return base;
	// Flags form pairs, and an opaque character may be a mark between two flags.
	const flags = base === W.FLAG || base === UNSURE;
	if (code === W.OPAQUE) return flags ? UNSURE : W.OPAQUE;
	if (code === W.FLAG && flags) return base === W.FLAG ? W.OTHER : UNSURE;
	return code;
}

/** Returns whether a character certainly does not join the text before it, unless it is a picture after a ZWJ. */
function isApart(text: string, at: number, base: number, code: number, classes: Classes): boolean {
	if (code === W.FLAG) return base !== W.FLAG && base !== UNSURE;
	if (code <= W.NEWLINE || (code >= W.SPACE && code <= W.OTHER)) return true;
	if (code < W.MID_LETTER || code > W.DOUBLE_QUOTE) return false;
	const none = (as: number) => bridged(text, at, as, code, classes) === NONE;
	if (base === W.OPAQUE || base === UNSURE) return none(W.HEBREW) && none(W.NUMBER);
	return none(base === W.SCRIPT ? W.LETTER : base);
}

function isWord(code: number): boolean {
	return code >= W.LETTER && code <= W.NUMBER;
}
