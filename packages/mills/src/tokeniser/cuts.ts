import { AROUND, type Cut } from "../long/held-pieces.js";
import { isBetweenPieces } from "./bpe/between-pieces.js";
import type { BytePairs } from "./bpe/model.js";
import { mayBeInsideSpecial } from "./bpe/special.js";
import { type Choice, isSuppressed, LOCALE } from "./choice.js";
import { characterAt } from "./segments/safe-cut.js";
import { segment } from "./segments/segments.js";

/** Returns whether the text before a place and the text behind it have the tokens that they have together, whatever is around them. */
type IsCut = (text: string, at: number) => boolean;

/** Places further from the end of a window were tried in the window before. */
const LEAST = AROUND / 2;

/** Finds the last place in a window of a long text where it may be cut. */
export function cutsOf(encoding: BytePairs | undefined, choice: Choice): (window: string) => Cut | undefined {
	const isCut = encoding ? betweenTokens(encoding, choice.special) : betweenSegments(choice);
	return (window) => {
		for (let at = window.length - 1; at >= LEAST; at--) {
			const isInPair = /[\udc00-\udfff]/.test(window.charAt(at));
			if (!isInPair && isCut(window, at)) return { end: at, start: at };
		}
		return undefined;
	};
}

function betweenTokens(encoding: BytePairs, special: string): IsCut {
	return (text, at) =>
		isBetweenPieces(text, at, encoding) && (special === "text" || !mayBeInsideSpecial(text, at));
}

function betweenSegments(choice: Choice): IsCut {
	if (isSuppressed(choice)) return isSentenceLine;
	if (choice.scheme === "sentence") return isBetweenSentences;
	return choice.scheme === "word" ? isBetweenWords : isBetweenGraphemes(choice.locale ?? LOCALE);
}

const FLAG = /\p{RI}/u;

/** A grapheme depends on the text before it only if it begins with a mark, or if its first character joins the last one. */
function isBetweenGraphemes(locale: string): IsCut {
	return (text, at) => {
		const before = characterBefore(text, at);
		const three = `a${before}${characterAt(text, at)}`;
		// Flags form pairs, counted from the first.
		return !FLAG.test(before) && segment(three, "grapheme", locale).ends.length === 3;
	};
}

/** White space and signs that join nothing before them. A space joins other spaces. */
const APART = /[\t\n\r 。、！？…「」]/;
const SPACE = /\s/;

function isBetweenWords(text: string, at: number): boolean {
	return APART.test(text.charAt(at)) && !SPACE.test(text.charAt(at - 1));
}

/** The end of a sentence, if a capital letter follows. */
const END = /[.?!]["')\]]? +$/;
const CAPITAL = /\p{Lu}/u;
/** The end of a sentence, if any letter follows. */
const IDEOGRAPHIC_END = /[。！？]$/;
const LETTER = /[\p{Lu}\p{Lo}]/u;

function isBetweenSentences(text: string, at: number): boolean {
	const last = text.charAt(at - 1);
	if (last === "\n") return true;
	if (last !== " " && !IDEOGRAPHIC_END.test(last)) return false;
	const behind = characterAt(text, at);
	if (last !== " ") return LETTER.test(behind);
	return CAPITAL.test(behind) && END.test(text.slice(at - 8, at));
}

/** A full stop is judged by at most 24 characters behind it and its spaces. */
const STOP_NEAR = /(?:\.|^)\s+\S.{0,24}$/s;

/** A line break ends a sentence. What follows must not make an abbreviation of a full stop before it. */
function isSentenceLine(text: string, at: number): boolean {
	return text.charAt(at - 1) === "\n" && !STOP_NEAR.test(text.slice(Math.max(0, at - LEAST), at));
}

function characterBefore(text: string, at: number): string {
	const isPair = /[\udc00-\udfff]/.test(text.charAt(at - 1));
	return text.slice(isPair ? at - 2 : at - 1, at);
}
