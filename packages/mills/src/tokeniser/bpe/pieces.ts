import { CASELESS, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER } from "./classes.js";
import type { Utf8Text } from "./text.js";

/**
 * Returns the end of the piece that begins at a place. It is the pattern of an encoding, written by hand. A regular
 * expression of the engine would follow another Unicode version and is several times slower.
 */
export type NextPiece = (text: Utf8Text, at: number) => number;

const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const BLANK = 0x20;

/** Of gpt2, r50k_base, p50k_base and p50k_edit: `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+` */
export const nextOfGpt2: NextPiece = (text, at) => {
	if (text.bytes[at] === APOSTROPHE) {
		const end = contraction(text, at, false);
		if (end > at) return end;
	}
	// A space before a word belongs to the word.
	const start = text.bytes[at] === BLANK ? at + 1 : at;
	const first = text.classAt(start);
	if (isLetter(first)) return letters(text, text.after(start));
	if (first === NUMBER) {
		let end = text.after(start);
		while (text.classAt(end) === NUMBER) end = text.after(end);
		return end;
	}
	if (first === OTHER || first === MARK) return symbols(text, text.after(start));
	return blanks(text, at);
};

/**
 * Of cl100k_base: `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|
 * \s+(?!\S)|\s+`
 */
export const nextOfCl100k: NextPiece = (text, at) => {
	const first = text.classAt(at);
	if (isLetter(first)) return letters(text, text.after(at));
	if (first === NUMBER) return upToThreeNumbers(text, at);
	if (text.bytes[at] === APOSTROPHE) {
		const end = contraction(text, at, true);
		if (end > at) return end;
	}
	if (first !== NEWLINE) {
		const second = text.after(at);
		if (isLetter(text.classAt(second))) return letters(text, text.after(second));
		const end = symbolsBehindBlank(text, at, first);
		if (end > at) return newlines(text, end);
	}
	return lines(text, at);
};

/**
 * Of o200k_base: like cl100k_base, but a word is capitals and then small letters, its contraction belongs to it, and marks
 * are letters without case: `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|…)?`,
 * the same with `+` on the capitals and `*` on the rest, and ` ?[^\s\p{L}\p{N}]+[\r\n/]*` for symbols.
 */
export const nextOfO200k: NextPiece = (text, at) => {
	const first = text.classAt(at);
	if (first === NUMBER) return upToThreeNumbers(text, at);
	if (isLetter(first)) return withContraction(text, word(text, at, true));
	if (first !== NEWLINE) {
		// Any character may precede a word. A mark must not precede capitals alone, because the earlier alternative of the
		// pattern then matches the mark as a word.
		const second = text.after(at);
		const end = word(text, second, first !== MARK);
		if (end > 0) return withContraction(text, end);
		if (first === MARK) return withContraction(text, second);
		const afterSymbols = symbolsBehindBlank(text, at, first);
		if (afterSymbols > at) return newlinesAndSlashes(text, afterSymbols);
	}
	return lines(text, at);
};

/**
 * Returns the end of a word of o200k_base, or 0 if none begins here: all capitals, then small letters. If no small
 * letter follows, the pattern steps back to the last letter without case. If there is no such letter, the capitals
 * alone are the word.
 */
function word(text: Utf8Text, at: number, mayBeCapitalsAlone: boolean): number {
	let end = at;
	let caseless = 0;
	let found = text.classAt(end);
	while (found === UPPER || found === CASELESS || found === MARK) {
		end = text.after(end);
		if (found !== UPPER) caseless = end;
		found = text.classAt(end);
	}
	if (found !== LOWER) {
		if (caseless > 0) return caseless;
		return end > at && mayBeCapitalsAlone ? end : 0;
	}
	while (found === LOWER || found === CASELESS || found === MARK) {
		end = text.after(end);
		found = text.classAt(end);
	}
	return end;
}

function isLetter(found: number): boolean {
	return found === LOWER || found === UPPER || found === CASELESS;
}

/** `\p{L}*` */
function letters(text: Utf8Text, at: number): number {
	let end = at;
	while (isLetter(text.classAt(end))) end = text.after(end);
	return end;
}

/** `\p{N}{1,3}` */
function upToThreeNumbers(text: Utf8Text, at: number): number {
	let end = text.after(at);
	for (let more = 2; more > 0 && text.classAt(end) === NUMBER; more--) end = text.after(end);
	return end;
}

/** `[^\s\p{L}\p{N}]*` */
function symbols(text: Utf8Text, at: number): number {
	let end = at;
	for (;;) {
		const found = text.classAt(end);
		if (found !== OTHER && found !== MARK) return end;
		end = text.after(end);
	}
}

/** ` ?[^\s\p{L}\p{N}]+`, or `at` if that does not match. */
function symbolsBehindBlank(text: Utf8Text, at: number, first: number): number {
	if (first === OTHER || first === MARK) return symbols(text, text.after(at));
	if (text.bytes[at] !== BLANK) return at;
	const end = symbols(text, at + 1);
	return end > at + 1 ? end : at;
}

/** `[\r\n]*` */
function newlines(text: Utf8Text, at: number): number {
	let end = at;
	while (text.classAt(end) === NEWLINE) end++;
	return end;
}

/** `[\r\n/]*` */
function newlinesAndSlashes(text: Utf8Text, at: number): number {
	let end = at;
	while (text.classAt(end) === NEWLINE || (text.bytes[end] === SLASH && end < text.length)) end++;
	return end;
}

/** `\s*[\r\n]+|\s+(?!\S)|\s+`: up to the last line break, otherwise blanks. */
function lines(text: Utf8Text, at: number): number {
	return whiteSpace(text, at, true);
}

/** `\s+(?!\S)|\s+` */
function blanks(text: Utf8Text, at: number): number {
	return whiteSpace(text, at, false);
}

/** Returns the end of white space: after its last line break if `breaksFirst`, otherwise without the last blank before a word. */
function whiteSpace(text: Utf8Text, at: number, breaksFirst: boolean): number {
	let end = at;
	let last = at;
	let lastBreak = 0;
	for (let found = text.classAt(end); found === SPACE || found === NEWLINE; found = text.classAt(end)) {
		last = end;
		end = text.after(end);
		if (found === NEWLINE) lastBreak = end;
	}
	if (breaksFirst && lastBreak > 0) return lastBreak;
	return end === text.length || last === at ? end : last;
}

/** `(?i:'s|'t|'re|'ve|'m|'ll|'d)?` */
function withContraction(text: Utf8Text, at: number): number {
	return text.bytes[at] === APOSTROPHE && at < text.length ? contraction(text, at, true) : at;
}

/** Returns the end of `'s|'t|'re|'ve|'m|'ll|'d`, or `at` if none matches. Without case, U+017F is also an s. */
function contraction(text: Utf8Text, at: number, anyCase: boolean): number {
	const { bytes, length } = text;
	const fold = anyCase ? 0x20 : 0;
	const first = at + 1 < length ? (bytes[at + 1] as number) | fold : 0;
	const second = at + 2 < length ? (bytes[at + 2] as number) | fold : 0;
	switch (first) {
		case 0x73: // s
		case 0x74: // t
		case 0x6d: // m
		case 0x64: // d
			return at + 2;
		case 0x72: // r
		case 0x76: // v
			return second === 0x65 ? at + 3 : at;
		case 0x6c: // l
			return second === 0x6c ? at + 3 : at;
	}
	return anyCase && bytes[at + 1] === 0xc5 && bytes[at + 2] === 0xbf ? at + 3 : at;
}
