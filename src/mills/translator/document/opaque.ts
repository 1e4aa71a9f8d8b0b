import { CODE_ELEMENT } from "./items.js";
import type { Range } from "./pair.js";

// An opening fence: at most three spaces deep in CommonMark, deeper inside a list; any depth is taken here.
const FENCE = /^[ \t>]*(?:[-*+][ \t]+)?(`{3,}|~{3,})/;
const ELEMENT = /<(script|style|pre|code|textarea|svg|math)\b|<!--|<!\[CDATA\[|<\?/gi;

const INLINE_CODE = new RegExp(CODE_ELEMENT, "y");

/** The stretches that are no language: front matter, fenced code, scripts, styles, preformatted text, comments; in order. */
export function findOpaque(text: string): Range[] {
	return merge([...frontMatter(text), ...fences(text), ...elements(text)].sort((a, b) => a.start - b.start));
}

// What a reader of the page sees of its front matter; all else is for programs.
const SHOWN = /^(?:title|subtitle|description|summary|abstract|excerpt|caption|heading)[^\S\n]*:[^\S\n]*/i;

/** The front matter at the very beginning of a page, without the values that are shown. */
function frontMatter(text: string): Range[] {
	const begin = /^\ufeff?---[^\S\n]*\n(?=[\w-]{1,80}:)/.exec(text)?.[0].length;
	const close = begin === undefined ? -1 : text.indexOf("\n---", begin - 1);
	if (begin === undefined || close < 0) return [];
	const found: Range[] = [{ start: 0, end: begin }];
	for (let start = begin; start <= close; ) {
		const end = text.indexOf("\n", start);
		const key = SHOWN.exec(text.slice(start, Math.min(end, start + 100)))?.[0].length;
		found.push({ start, end: key === undefined ? end : start + key });
		start = end + 1;
	}
	found.push({ start: close + 1, end: close + 4 });
	return found;
}

function fences(text: string): Range[] {
	const found: Range[] = [];
	let open: { start: number; fence: string } | undefined;
	for (let start = 0; start < text.length; ) {
		const newline = text.indexOf("\n", start);
		const end = newline < 0 ? text.length : newline;
		// A fence stands at the beginning of its line; looking at more would only cost.
		const fence = FENCE.exec(text.slice(start, Math.min(end, start + 200)))?.[1];
		if (open === undefined) {
			if (fence !== undefined) open = { start, fence };
		} else if (fence?.startsWith(open.fence) && text.slice(start, end).trimEnd().endsWith(fence)) {
			found.push({ start: open.start, end });
			open = undefined;
		}
		start = end + 1;
	}
	if (open !== undefined) found.push({ start: open.start, end: text.length });
	return found;
}

function elements(text: string): Range[] {
	const found: Range[] = [];
	// Lower case may change the length of a text ("İ"); only ASCII counts for a name.
	const lower = text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
	const missing = new Set<string>();
	ELEMENT.lastIndex = 0;
	for (let match = ELEMENT.exec(text); match !== null; match = ELEMENT.exec(text)) {
		const closing = closingOf(match);
		// Code inside of a line is a word of its sentence.
		INLINE_CODE.lastIndex = match.index;
		const inline = INLINE_CODE.exec(text)?.[0].length;
		if (inline !== undefined) {
			ELEMENT.lastIndex = match.index + inline;
			continue;
		}
		// What was not found once will not be found further on: without this, "<pre<pre<pre…" is quadratic.
		if (missing.has(closing)) continue;
		const at = lower.indexOf(closing, ELEMENT.lastIndex);
		if (at < 0) missing.add(closing);
		else {
			found.push({ start: match.index, end: at + closing.length });
			ELEMENT.lastIndex = at + closing.length;
		}
	}
	return found;
}

function closingOf(match: RegExpExecArray): string {
	if (match[1] !== undefined) return `</${match[1].toLowerCase()}>`;
	if (match[0] === "<!--") return "-->";
	return match[0] === "<?" ? "?>" : "]]>";
}

function merge(ranges: readonly Range[]): Range[] {
	const merged: Range[] = [];
	for (const range of ranges) {
		const last = merged.at(-1);
		if (last !== undefined && range.start < last.end)
			merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
		else merged.push(range);
	}
	return merged;
}
