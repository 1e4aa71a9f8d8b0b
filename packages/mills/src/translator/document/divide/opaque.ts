import type { Range } from "../pair.js";
import { CODE_ELEMENT } from "../protect/items.js";

// An opening fence. CommonMark allows three spaces of indentation, and more inside a list; any indentation is accepted here.
const FENCE = /^[ \t>]*(?:[-*+][ \t]+)?(`{3,}|~{3,})/;
const ELEMENT = /<(script|style|pre|code|textarea|svg|math)\b|<!--|<!\[CDATA\[|<\?/gi;

const INLINE_CODE = new RegExp(CODE_ELEMENT, "y");

/** The parts that are not translated, in order: front matter, fenced code, scripts, styles, preformatted text, comments. */
export function findOpaque(text: string): Range[] {
	return merge([...frontMatter(text), ...fences(text), ...elements(text)].sort((a, b) => a.start - b.start));
}

// The front matter that a reader of the page sees. The rest is for programs.
const SHOWN = /^(?:title|subtitle|description|summary|abstract|excerpt|caption|heading)[^\S\n]*:[^\S\n]*/i;

/** The front matter at the start of a page, without the values that are shown. */
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
		// A fence is at the start of its line, so the rest need not be searched.
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
	// Only ASCII is lowered: lower case may change the length of other characters ("İ").
	const lower = text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
	const missing = new Set<string>();
	ELEMENT.lastIndex = 0;
	for (let match = ELEMENT.exec(text); match !== null; match = ELEMENT.exec(text)) {
		const closing = closingOf(match);
		// Inline code is part of its sentence.
		INLINE_CODE.lastIndex = match.index;
		const inline = INLINE_CODE.exec(text)?.[0].length;
		if (inline !== undefined) {
			ELEMENT.lastIndex = match.index + inline;
			continue;
		}
		// A closing tag that was not found once is not searched again. Otherwise "<pre<pre<pre…" would be quadratic.
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
