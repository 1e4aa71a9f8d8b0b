import { mendCenturies } from "../numbers/centuries.js";
import { mendDecades } from "../numbers/decades.js";
import type { Pair } from "../pair.js";
import { losesNegation } from "./negation.js";
import { isOffensive } from "./offensive.js";

/** A text with at most this many words is short: there is little to guess from, so strange answers are more likely. */
const SHORT = 3;
const MARKUP = /[<>{}[\]|\\=_*#@^~()]|:\/\/|\d/;
const QUOTES = /["“”«»„]/;

/**
 * Whether an answer can be a translation at all. An answer to a word or two has no markup, no digits and no offence of its
 * own, and is not many times as long.
 */
export function isSane(question: string, answer: string, pair: Pair): boolean {
	const words = wordsOf(question);
	if (words === 0 || words > SHORT) return true;
	if (MARKUP.test(answer) && !MARKUP.test(question)) return false;
	return wordsOf(answer) <= 3 * words + 2 && !addsOffence(question, answer, pair);
}

/** Whether an answer keeps what is easily lost: a negation, quotation marks, a century, a decade. */
export function isSound(question: string, answer: string, pair: Pair): boolean {
	if (QUOTES.test(question) && !/["“”«»„'‘’]/.test(answer)) return false;
	if (mendCenturies(question, answer, pair) === undefined) return false;
	if (mendDecades(question, answer, pair) === undefined) return false;
	return !losesNegation(question, answer, pair) && !addsOffence(question, answer, pair);
}

function addsOffence(question: string, answer: string, { from, to }: Pair): boolean {
	return isOffensive(answer, to) && !isOffensive(question, from);
}

function wordsOf(text: string): number {
	return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
