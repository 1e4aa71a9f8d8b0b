import type { Pair } from "./pair.js";

const DOUBLE = /["“”„«»]/g;

/** Puts right what a translator does to quotes, dots and the marks at the ends. */
export function matchPunctuation(source: string, answer: string, pair: Pair): string {
	return matchEnds(source, matchQuotes(source, answer), pair);
}

// A translator that was fed plain quotes answers with plain ones: the source's come back in order, if none is lost.
function matchQuotes(source: string, answer: string): string {
	let mended = answer;
	const quotes = source.match(DOUBLE) ?? [];
	if (/[“”„«»]/.test(source) && (mended.match(DOUBLE) ?? []).length === quotes.length) {
		let next = 0;
		mended = mended.replace(DOUBLE, () => quotes[next++] as string);
	}
	if (source.includes("’") && !source.includes("'")) mended = mended.replace(/(?<=\p{L})'/gu, "’");
	if (source.includes("…") && !source.includes("...")) mended = mended.replace(/\.{3}/g, "…");
	return mended;
}

// What may stand at the end of a sentence: marks, and what closes before or behind them.
const TAIL = /[.!?…:;,"'”’»)\]\s]{0,12}$/u;
const MARKS = /[.!?…:;,]+/u;

function matchEnds(source: string, answer: string, pair: Pair): string {
	const ended = matchTail(source, answer, pair);
	if (pair.to === "es" && pair.from !== "es") return opened(opened(ended, "?", "¿"), "!", "¡");
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
