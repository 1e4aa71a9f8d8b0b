import { allMatches } from "../all-matches.js";
import type { Range } from "../pair.js";
import { type Line, wrappedLines } from "./wrapped.js";

/** How a value is escaped in its document: how to read it, and how to write its translation. */
export type Notation = {
	readonly read: (source: string) => string;
	readonly write: (answer: string) => string;
};

/** A block of running text: a line without its bullet, a table cell, or the wrapped lines of a paragraph. */
export type Block = Range & {
	/** The line breaks inside the block, with the white space and quote marks around them. */
	readonly breaks: readonly Range[];
	/** How the block is escaped, if it is a value of JSON or CSV. */
	readonly notation?: Notation;
};

// Indentation, quote marks, then a bullet, a number, a heading or a checkbox. Bounded, so that a line of a million hyphens
// costs nothing. In Spanish, a dash without a space starts speech.
const PREFIX = new RegExp(
	[
		String.raw`^[^\S\n]*(?:>[^\S\n]*){0,20}`,
		String.raw`(?:[-*+•◦▪‣·●○■–—→»][^\S\n]+|#{1,6}[^\S\n]+|[-–—]{1,2}(?=[\p{Lu}¿¡]))?`,
		// "2.5 Results" has a section number, "2.5 billion" has not.
		String.raw`(?:\(?(?:\d{1,3}(?:\.\d{1,3}){0,5}[.)]|[a-zA-Z]\)|[ivxIVX]{1,5}\))[^\S\n]+|\d{1,2}(?:\.\d{1,2}){1,5}[^\S\n]+(?=["“«(¿¡*_]{0,3}\p{Lu}))?`,
		String.raw`(?:\[[ xX]\][^\S\n]+)?`,
		// The key in a line of a settings or message file.
		String.raw`(?:[A-Za-z][\w.-]{1,80}=(?=[\p{L}"]))?`,
	].join(""),
	"u",
);
/** All line ends (UAX #14: BK, CR, LF and NL). */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
const QUOTE = /^[^\S\n]*(?:>[^\S\n]*){0,20}/;

/** The blocks of running text in `text` between `start` and `end`, in order. */
export function findBlocks(text: string, start: number, end: number): Block[] {
	const blocks: Block[] = [];
	let paragraph: Line[] = [];
	const close = () => {
		for (const block of joinWrapped(text, paragraph)) blocks.push(block);
		paragraph = [];
	};
	// Not in the whole text: with many parts on one line, each would search to the end of that line.
	const part = text.slice(start, end);
	LINE_END.lastIndex = 0;
	for (let from = start; from < end; ) {
		const found = LINE_END.exec(part);
		const to = found ? start + found.index : end;
		const line = readLine(text, from, to);
		if (line.start === line.end) close();
		else if (text[line.start] === "|") {
			close();
			for (const cell of cells(text, line)) blocks.push({ ...cell, breaks: [] });
		} else {
			if (!line.plain || paragraph.at(-1)?.prefix !== line.prefix) close();
			paragraph.push(line);
		}
		from = to + (found?.[0].length ?? 1);
	}
	close();
	return blocks.flatMap((block) => elements(text, block)).flatMap((block) => columns(text, block));
}

function readLine(text: string, from: number, to: number): Line {
	const head = text.slice(from, Math.min(to, from + 400));
	const whole = PREFIX.exec(head)?.[0] ?? "";
	const quote = QUOTE.exec(head)?.[0] ?? "";
	let end = to;
	while (end > from + whole.length && /\s/.test(text[end - 1] as string)) end--;
	// The indentation may be longer than the prefix that was matched.
	let start = Math.min(from + whole.length, end);
	while (start < end && /\s/.test(text[start] as string)) start++;
	return { start, end, prefix: quote, plain: whole.length === quote.length, length: end - from };
}

/**
 * Joins lines that were wrapped because the next word did not fit.
 *
 * Half a sentence translates badly, so a wrapped paragraph is translated as one text, and the answer gets the same number of
 * breaks. Lines with enough space for the next word were broken on purpose (verse, addresses, lists without bullets) and
 * stay separate.
 */
function joinWrapped(text: string, lines: readonly Line[]): Block[] {
	const wrapped = wrappedLines(text, lines);
	const blocks: Block[] = [];
	let start: number | undefined;
	let breaks: Range[] = [];
	lines.forEach((line, index) => {
		start ??= line.start;
		const next = lines[index + 1];
		if (next !== undefined && wrapped[index]) breaks.push({ start: line.end, end: next.start });
		else {
			blocks.push({ start, end: line.end, breaks });
			start = undefined;
			breaks = [];
		}
	});
	return blocks;
}

function cells(text: string, line: Range): Range[] {
	const found: Range[] = [];
	let from = line.start;
	for (let at = line.start; at <= line.end; at++) {
		if (at < line.end && (text[at] !== "|" || text[at - 1] === "\\")) continue;
		found.push(trim(text, from, at));
		from = at + 1;
	}
	return found.filter(({ start, end }) => start < end);
}

// HTML elements that start or end a line. Inline code is matched first, because it may mention them.
const ELEMENT =
	/``[^`]{1,2000}``|`[^`]{1,2000}`|(<\/?(?:address|article|aside|blockquote|body|br|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|legend|li|main|nav|ol|optgroup|option|p|section|select|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)(?![\w:-])[^<>]{0,1000}>)/gi;

function elements(text: string, block: Block): Block[] {
	const tags = allMatches(text.slice(block.start, block.end), ELEMENT).filter(([, tag]) => tag !== undefined);
	if (tags.length === 0) return [block];
	const found: Block[] = [];
	let from = block.start;
	let next = 0;
	const close = (to: number) => {
		const breaks: Range[] = [];
		for (; next < block.breaks.length && (block.breaks[next] as Range).end <= to; next++)
			if ((block.breaks[next] as Range).start >= from) breaks.push(block.breaks[next] as Range);
		found.push(trimmedBlock(text, from, to, breaks));
	};
	for (const { 0: tag, index } of tags) {
		close(block.start + index);
		from = block.start + index + tag.length;
	}
	close(block.end);
	return found.filter(({ start, end }) => start < end);
}

/** A block without the white space and breaks at its ends. */
function trimmedBlock(text: string, from: number, to: number, breaks: readonly Range[]): Block {
	let { start, end } = trim(text, from, to);
	const inside = breaks.filter((gap) => {
		if (gap.start > start) return true;
		start = Math.max(start, gap.end);
		return false;
	});
	for (let last = inside.at(-1); last !== undefined && last.end >= end; last = inside.at(-1)) {
		end = Math.min(end, last.start);
		inside.pop();
	}
	return { ...trim(text, start, Math.max(start, end)), breaks: inside };
}

// Tabs and wide gaps separate columns. A translator would remove them.
const GAP = /\t\s*|(?<! ) {3,}/g;

function columns(text: string, block: Block): Block[] {
	if (block.breaks.length > 0) return [block];
	const found: Block[] = [];
	let from = block.start;
	for (const gap of allMatches(text.slice(block.start, block.end), GAP)) {
		found.push({ ...trim(text, from, block.start + gap.index), breaks: [] });
		from = block.start + gap.index + gap[0].length;
	}
	found.push({ ...trim(text, from, block.end), breaks: [] });
	return found.filter(({ start, end }) => start < end);
}

function trim(text: string, from: number, to: number): Range {
	let start = from;
	let end = to;
	while (start < end && /\s/.test(text[start] as string)) start++;
	while (end > start && /\s/.test(text[end - 1] as string)) end--;
	return { start, end };
}
