import type { Range } from "./pair.js";
import { type Line, wrappedLines } from "./wrapped.js";

/** How a value is written where it stands: what is escaped there, and what its answer needs. */
export type Notation = {
	readonly read: (source: string) => string;
	readonly write: (answer: string) => string;
};

/** A stretch of running text: a line without its bullet, a cell of a table, or the wrapped lines of a paragraph. */
export type Block = Range & {
	/** Where lines were broken inside the stretch: the break with the white space and the quote marks around it. */
	readonly breaks: readonly Range[];
	/** How the stretch is written, where it is a value of data. */
	readonly notation?: Notation;
};

// Indentation, quote marks, then a bullet, a number, a heading or a box to tick; bounded, so that a line of a
// million hyphens costs nothing. A dash without a space opens speech in Spanish.
const PREFIX = new RegExp(
	[
		String.raw`^[^\S\n]*(?:>[^\S\n]*){0,20}`,
		String.raw`(?:[-*+•◦▪‣·●○■–—→»][^\S\n]+|#{1,6}[^\S\n]+|[-–—]{1,2}(?=[\p{Lu}¿¡]))?`,
		// "2.5 billion" is no numbering, "2.5 Results" is.
		String.raw`(?:\(?(?:\d{1,3}(?:\.\d{1,3}){0,5}[.)]|[a-zA-Z]\)|[ivxIVX]{1,5}\))[^\S\n]+|\d{1,2}(?:\.\d{1,2}){1,5}[^\S\n]+(?=["“«(¿¡*_]{0,3}\p{Lu}))?`,
		String.raw`(?:\[[ xX]\][^\S\n]+)?`,
		// A key and its value, in a file of settings or of messages.
		String.raw`(?:[A-Za-z][\w.-]{1,80}=(?=[\p{L}"]))?`,
	].join(""),
	"u",
);
/** Whatever ends a line in some system or program (UAX #14, BK, CR, LF and NL). */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
const QUOTE = /^[^\S\n]*(?:>[^\S\n]*){0,20}/;
/** The stretches of running text in `text` between `start` and `end`, in order. */
export function findBlocks(text: string, start: number, end: number): Block[] {
	const blocks: Block[] = [];
	let paragraph: Line[] = [];
	const close = () => {
		for (const block of joinWrapped(text, paragraph)) blocks.push(block);
		paragraph = [];
	};
	LINE_END.lastIndex = start;
	for (let from = start; from < end; ) {
		const found = LINE_END.exec(text);
		const to = Math.min(found?.index ?? end, end);
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
	// Indentation may exceed what the prefix looked at.
	let start = Math.min(from + whole.length, end);
	while (start < end && /\s/.test(text[start] as string)) start++;
	return { start, end, prefix: quote, plain: whole.length === quote.length, length: end - from };
}

/**
 * Joins the lines that were broken because the next word did not fit any more.
 *
 * Half a sentence translates badly, so a wrapped paragraph is read as one; the same number of breaks is put back
 * into the answer. Lines that could have held the next word were broken on purpose (verse, addresses, lists
 * without bullets) and stay apart.
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

// Elements that begin or end a line of their own, wherever their tags stand; inline code may speak of them.
const ELEMENT =
	/``[^`]{1,2000}``|`[^`]{1,2000}`|(<\/?(?:address|article|aside|blockquote|body|br|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|legend|li|main|nav|ol|optgroup|option|p|section|select|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)(?![\w:-])[^<>]{0,1000}>)/gi;

function elements(text: string, block: Block): Block[] {
	const tags = [...text.slice(block.start, block.end).matchAll(ELEMENT)].filter(
		([, tag]) => tag !== undefined,
	);
	if (tags.length === 0) return [block];
	const found: Block[] = [];
	let from = block.start;
	let next = 0;
	const close = (to: number) => {
		const breaks: Range[] = [];
		for (; next < block.breaks.length && (block.breaks[next] as Range).end <= to; next++)
			if ((block.breaks[next] as Range).start >= from) breaks.push(block.breaks[next] as Range);
		found.push(bared(text, from, to, breaks));
	};
	for (const { 0: tag, index } of tags) {
		close(block.start + index);
		from = block.start + index + tag.length;
	}
	close(block.end);
	return found.filter(({ start, end }) => start < end);
}

/** A stretch without the white space and the breaks at its ends. */
function bared(text: string, from: number, to: number, breaks: readonly Range[]): Block {
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

// Tabs and wide gaps set columns; a translator would close them up.
const GAP = /\t\s*|(?<! ) {3,}/g;

function columns(text: string, block: Block): Block[] {
	if (block.breaks.length > 0) return [block];
	const found: Block[] = [];
	let from = block.start;
	for (const gap of text.slice(block.start, block.end).matchAll(GAP)) {
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
