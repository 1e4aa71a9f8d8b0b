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

function matchEnds(source: string, answer: string, pair: Pair): string {
	let mended = answer;
	const last = /[.!?…:;,]$/.exec(source)?.[0];
	const had = /[.!?…:;,]$/.exec(mended)?.[0];
	// A heading or a clause has no full stop, and a translator trained on sentences likes to add one.
	if (last === undefined && had === "." && !/\.\p{L}+\.$|\.\.$/u.test(mended)) mended = mended.slice(0, -1);
	else if (last !== undefined && had === undefined && /[\p{L}\p{N}]$/u.test(mended)) mended += last;
	else if (/[,;:]/.test(last ?? "") && had === ".") mended = mended.slice(0, -1) + last;
	if (pair.to === "es" && pair.from !== "es") return opened(opened(mended, "?", "¿"), "!", "¡");
	return pair.to === "en" && !/[¿¡]/.test(source.replace(/^[¿¡]|(?<=[\s"'“«(])[¿¡]/gu, ""))
		? mended.replace(/[¿¡]/g, "")
		: mended;
}

function opened(text: string, closing: string, opening: string): string {
	if (!text.endsWith(closing) || text.includes(opening) || !/\p{L}/u.test(text)) return text;
	return text.replace(/[\p{L}\p{N}"'“«(]/u, (first) => opening + first);
}
