import type { Pair } from "./pair.js";

const DOUBLE = /["“”„«»]/;
// Single ones count where they cannot be an apostrophe.
const OPENING = String.raw`(?<![\p{L}\p{N}])['‘‚](?=[\p{L}\p{N}¿¡"“«(])`;
const CLOSING = String.raw`(?<=[\p{L}\p{N}.,;!?…"”»)%])['’](?![\p{L}\p{N}])`;
const QUOTES = new RegExp(`${DOUBLE.source}|(${OPENING})|(${CLOSING})`, "gu");

/** Puts right what a translator does to quotes, dots and the marks at the ends. */
export function matchPunctuation(source: string, answer: string, pair: Pair): string {
	return matchEnds(source, matchQuotes(source, spoken(source, answer, pair)), pair);
}

// A translator that was fed plain quotes answers with plain ones, and may set single ones for double ones or the
// other way round: the source's come back in order, if none is lost.
function matchQuotes(source: string, answer: string): string {
	let mended = answer;
	// A dash and a quote both open speech: one of them is enough.
	if (/^["“„«]/.test(source)) mended = mended.replace(/^[—–]\s?(?=["“«])/u, "");
	if (DOUBLE.test(source)) {
		const [wanted, there] = [quotesOf(source), quotesOf(mended)];
		if (wanted.length === there.length) mended = exchange(mended, there, wanted);
	}
	if (source.includes("’") && !source.includes("'")) mended = mended.replace(/(?<=\p{L})'/gu, "’");
	if (source.includes("…") && !source.includes("...")) mended = mended.replace(/\.{3}/g, "…");
	return mended;
}

type Quote = { readonly mark: string; readonly at: number };

/** The quote marks of a text in order, single ones only where each that opens is closed. */
function quotesOf(text: string): Quote[] {
	const found = [...text.matchAll(QUOTES)];
	const opening = found.filter((quote) => quote[1] !== undefined).length;
	const closing = found.filter((quote) => quote[2] !== undefined).length;
	return found
		.filter(({ 0: mark }) => opening === closing || DOUBLE.test(mark))
		.map(({ 0: mark, index }) => ({ mark, at: index }));
}

function exchange(text: string, there: readonly Quote[], wanted: readonly Quote[]): string {
	let changed = "";
	let from = 0;
	there.forEach(({ mark, at }, index) => {
		changed += text.slice(from, at) + (wanted[index] as Quote).mark;
		from = at + mark.length;
	});
	return changed + text.slice(from);
}

/** Speech that Spanish marks with dashes keeps them: the one that opens a line is not part of the sentence. */
function spoken(source: string, answer: string, { from, to }: Pair): string {
	if (from !== "es" || to !== "en" || DOUBLE.test(source) || !/\s[—–]\p{Ll}/u.test(source)) return answer;
	return answer
		.replace(/^"/, "")
		.replace(/,?"$/, "")
		.replace(/,?"\s+(?=\S)/g, " —")
		.replace(/([,.;:]?)\s+"(?=\S)/g, "—$1 ");
}

// What may stand at the end of a sentence: marks, and what closes before or behind them.
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

/** Lets the mark that ends the source end the answer, on the side of a quote where the answer's language wants it. */
function matchTail(source: string, answer: string, pair: Pair): string {
	const tail = TAIL.exec(source)?.[0] ?? "";
	const mark = MARKS.exec(tail)?.[0];
	const at = answer.length - (TAIL.exec(answer)?.[0].length ?? 0);
	// Half a sentence without its mark is taken for a question now and then.
	const invented = answer.includes("?", at) && !source.includes("?");
	const body = invented ? answer.slice(0, at).replace(/¿(?=[^¿]*$)/u, "") : answer.slice(0, at);
	const end = invented ? answer.slice(at).replace(/\?+\.?/, mark ?? "") : answer.slice(at);
	if (mark === undefined) return body + unended(body, end);
	const had = MARKS.exec(end)?.[0];
	const quoted = tail.startsWith(mark) && /^["'”’»]/.test(end);
	if (had === undefined) {
		if (!/[\p{L}\p{N}%]$/u.test(body)) return body + end;
		// Spanish sets a stop or a comma outside quotes; elsewhere the mark stays where the source has it.
		const outside = pair.to === "es" && /^[.,;:]$/.test(mark) && quoted;
		return !outside && tail.startsWith(mark) ? body + mark + end : body + end + mark;
	}
	// "?!" and "!!!" are more than the one mark that a translator makes of them.
	if (/^[?!]+$/.test(had) && /^[?!]{2,}$/.test(mark)) return body + end.replace(had, mark);
	// Only a full stop is too little for what the source ends in; the order of stop and quote is the translator's.
	if (had !== "." || mark === "." || /[?!]/.test(end)) return body + end;
	if (quoted && /[?!]/.test(mark)) return body + mark + (pair.to === "es" ? end : end.replace(".", ""));
	return body + end.replace(had, mark);
}

// A heading or a clause has no full stop, and a translator trained on sentences likes to add one.
function unended(body: string, end: string): string {
	const abbreviated = end.startsWith(".") && /\.\p{L}+$/u.test(body);
	if (!abbreviated && /^[^.]*\.[^.]*$/.test(end)) return end.replace(".", "").trimEnd();
	return end;
}

function opened(text: string, closing: string, opening: string): string {
	const end = TAIL.exec(text)?.[0] ?? "";
	if (!end.includes(closing) || text.includes(opening) || !/\p{L}/u.test(text)) return text;
	// A question inside quotes opens where they do.
	const at = /["”»]/.test(end.slice(end.indexOf(closing)))
		? text.slice(0, text.length - end.length).search(/["“«][^"“«]*$/u) + 1
		: 0;
	return text.slice(0, at) + text.slice(at).replace(/[\p{L}\p{N}"'“«(]/u, (first) => opening + first);
}

/** Opens a question or an exclamation with as many marks as close it. */
function mirrored(text: string): string {
	const end = TAIL.exec(text)?.[0] ?? "";
	const closing = /[?!]+/.exec(end)?.[0];
	const body = text.slice(0, text.length - end.length);
	const runs = body.match(/[¿¡]+/g) ?? [];
	if (closing === undefined || runs.length !== 1 || /[?!]/.test(body)) return text;
	const opening = [...closing].reverse().map((mark) => (mark === "?" ? "¿" : "¡"));
	return body.replace(/[¿¡]+/, opening.join("")) + end;
}
