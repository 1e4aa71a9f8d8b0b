import { CharacterSet } from "../characters/character-set.js";
import { isAscii } from "../characters/repertoire.js";

const IS_DIGIT = /\p{Nd}/u;
const NATIVE = new CharacterSet(/(?![0-9])\p{Nd}/u);
const values = new Map<string, string>();

/** Converts the decimal digits of every script to ASCII digits. */
export function plainDigits(text: string): string {
	return isAscii(text) ? text : NATIVE.replace(text, value);
}

/** Decimal digits are in ascending runs of ten (Unicode 4.6), so a digit's position in its run is its value. */
function value(digit: string): string {
	const known = values.get(digit);
	if (known) return known;
	const code = digit.codePointAt(0) ?? 0;
	let first = code;
	while (IS_DIGIT.test(String.fromCodePoint(first - 1))) first--;
	const found = String((code - first) % 10);
	values.set(digit, found);
	return found;
}
