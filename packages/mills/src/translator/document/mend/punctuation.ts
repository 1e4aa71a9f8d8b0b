import { allMatches } from "../all-matches.js";
import type { Pair, Range } from "../pair.js";
import { replaceRanges } from "../replace-ranges.js";

const DOUBLE = /["“”„«»]/;
// Single quotes count only where they cannot be an apostrophe.
const OPENING = String.raw`(?<![\p{L}\p{N}])['‘‚](?=[\p{L}\p{N}¿¡"“«(])`;
const CLOSING = String.raw`(?<=[\p{L}\p{N}.,;!?…"”»)%])['’](?![\p{L}\p{N}])`;
const QUOTES = new RegExp(`${DOUBLE.source}|(${OPENING})|(${CLOSING})`, "gu");

/** Corrects the quotes, dots and final marks of a translation. */
export function matchPunctuation(source: string, answer: string, pair: Pair): string {
	return matchEnds(source, matchQuotes(source, spoken(source, answer, pair)), pair);
}

// A translator that gets plain quotes answers with plain quotes, and may mix up single and double ones. The quotes of the
// source replace them in order, if none is lost.
function matchQuotes(source: string, answer: string): string {
	let mended = answer;
	// A dash and a quote both start speech: one of them is enough.
	if (/^["“„«]/.test(source)) mended = mended.replace(/^[—–]\s?(?=["“«])/u, "");
	if (DOUBLE.test(source)) {
		const [wanted, there] = [quotesOf(source), quotesOf(mended)];
		const marks = wanted.map(({ mark }) => mark);
		if (wanted.length === there.length) mended = replaceRanges(mended, there, marks);
	}
	if (source.includes("’") && !source.includes("'")) mended = mended.replace(/(?<=\p{L})'/gu, "’");
	if (source.includes("…") && !source.includes("...")) mended = mended.replace(/\.{3}/g, "…");
	return mended;
}

type Quote = Range & { readonly mark: string };

/** The quote marks of a text in order. Single ones count only if all of them are closed. */
function quotesOf(text: string): Quote[] {
	const found = allMatches(text, QUOTES);
	const opening = found.filter((quote) => quote[1] !== undefined).length;
	const closing = found.filter((quote) => quote[2] !== undefined).length;
	return found
		.filter(({ 0: mark }) => opening === closing || DOUBLE.test(mark))
		.map(({ 0: mark, index }) => ({ mark, start: index, end: index + mark.length }));
}

/** Keeps the dashes that mark speech in Spanish. The dash at the start of a line is not part of the sentence. */
function spoken(source: string, answer: string, { from, to }: Pair): string {
	if (from !== "es" || to !== "en" || DOUBLE.test(source) || !/\s[—–]\p{Ll}/u.test(source)) return answer;
	return answer
		.replace(/^"/, "")
		.replace(/,?"$/, "")
		.replace(/,?"\s+(?=\S)/g, " —")
		.replace(/([,.;:]?)\s+"(?=\S)/g, "—$1 ");
}

// The end of a sentence: marks, and closing quotes or brackets before or after them.
const TAIL = /[.!?…:;,"'”’»)\]\s]{0,12}$/u;
const MARKS = /[.!?…:;,]+/u;

function matchEnds(source: string, answer: string, pair: Pair): string {
	const ended = matchTail(source, answer, pair);
	if (pair.to === "es" && pair.from !== "es")
		return mirrored(opened(opened(ended.replace(/([¿¡])\s+/gu, "$1"), "?", "¿"), "!", "¡"));
	return pair.to === "en" && !/[¿¡]/.test(source.replace(/^[¿¡]|(?<=[\s"'“«(])[¿¡]/gu, ""))
		? ended.replace(/[¿¡]/g, "")
		: ended;
}

/** Gives the answer the final mark of the source, on the side of a quote that the target language requires. */
function matchTail(source: string, answer: string, pair: Pair): string {
	const tail = TAIL.exec(source)?.[0] ?? "";
	const mark = MARKS.exec(tail)?.[0];
	const at = answer.length - (TAIL.exec(answer)?.[0].length ?? 0);
	// The model sometimes turns half a sentence without a mark into a question.
	const invented = answer.includes("?", at) && !source.includes("?");
	const body = invented ? answer.slice(0, at).replace(/¿(?=[^¿]*$)/u, "") : answer.slice(0, at);
	const end = invented ? answer.slice(at).replace(/\?+\.?/, mark ?? "") : answer.slice(at);
	if (mark === undefined) return body + unended(body, end);
	const had = MARKS.exec(end)?.[0];
	const quoted = tail.startsWith(mark) && /^["'”’»]/.test(end);
	if (had === undefined) {
		if (!/[\p{L}\p{N}%]$/u.test(body)) return body + end;
		// Spanish puts a full stop or a comma outside quotes. Otherwise the mark stays where the source has it.
		const outside = pair.to === "es" && /^[.,;:]$/.test(mark) && quoted;
		return !outside && tail.startsWith(mark) ? body + mark + end : body + end + mark;
	}
	// A translator reduces "?!" and "!!!" to one mark.
	if (/^[?!]+$/.test(had) && /^[?!]{2,}$/.test(mark)) return body + end.replace(had, mark);
	// Only a full stop is replaced by the mark of the source. The order of full stop and quote stays as translated.
	if (had !== "." || mark === "." || /[?!]/.test(end)) return body + end;
	if (quoted && /[?!]/.test(mark)) return body + mark + (pair.to === "es" ? end : end.replace(".", ""));
	return body + end.replace(had, mark);
}

// A heading or a clause has no full stop, but a translator trained on sentences often adds one.
function unended(body: string, end: string): string {
	const abbreviated = end.startsWith(".") && /\.\p{L}+$/u.test(body);
	if (!abbreviated && /^[^.]*\.[^.]*$/.test(end)) return end.replace(".", "").trimEnd();
	return end;
}

function opened(text: string, closing: string, opening: string): string {
	const end = TAIL.exec(text)?.[0] ?? "";
	if (!end.includes(closing) || text.includes(opening) || !/\p{L}/u.test(text)) return text;
	// A question inside quotes starts after the opening quote.
	const at = /["”»]/.test(end.slice(end.indexOf(closing)))
		? text.slice(0, text.length - end.length).search(/["“«][^"“«]*$/u) + 1
		: 0;
	return text.slice(0, at) + text.slice(at).replace(/[\p{L}\p{N}"'“«(]/u, (first) => opening + first);
}

/** Gives a question or an exclamation as many opening marks as closing marks. */
function mirrored(text: string): string {
	const end = TAIL.exec(text)?.[0] ?? "";
	const closing = /[?!]+/.exec(end)?.[0];
	const body = text.slice(0, text.length - end.length);
	const runs = body.match(/[¿¡]+/g) ?? [];
	if (closing === undefined || runs.length !== 1 || /[?!]/.test(body)) return text;
	const opening = [...closing].reverse().map((mark) => (mark === "?" ? "¿" : "¡"));
	return body.replace(/[¿¡]+/, opening.join("")) + end;
}
