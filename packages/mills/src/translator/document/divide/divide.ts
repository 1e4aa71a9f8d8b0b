import type { Language, Range } from "../pair.js";
import { findItems, type Item } from "../protect/items.js";
import { type Block, findBlocks, type Notation } from "./blocks.js";
import { findValues } from "./data.js";
import { findOpaque } from "./opaque.js";
import { splitSentences } from "./sentences.js";

/** A part of a document: a sentence to translate, or the text between sentences. */
export type Part = Range & {
	readonly source: string;
	readonly translate: boolean;
	/** The line breaks inside the sentence, as ranges of the document. */
	readonly breaks: readonly Range[];
	/** How the sentence is escaped, if it is a value of JSON or CSV. */
	readonly notation?: Notation | undefined;
};

/**
 * Divides a document into parts that cover it exactly, in order.
 *
 * @example divide("- Hi there.\n", "en") // "- " kept, "Hi there." to translate, "\n" kept
 */
export function divide(text: string, language: Language): Part[] {
	const parts: Part[] = [];
	let done = 0;
	const keep = (start: number, end: number) => {
		if (start < end) parts.push({ source: text.slice(start, end), start, end, translate: false, breaks: [] });
	};
	for (const { start, end, breaks, notation } of sentences(text, language)) {
		keep(done, start);
		parts.push({ source: text.slice(start, end), start, end, translate: true, breaks, notation });
		done = end;
	}
	keep(done, text.length);
	return parts;
}

type Sentence = Pick<Part, "start" | "end" | "breaks" | "notation">;

function sentences(text: string, language: Language): Sentence[] {
	return blocksOf(text).flatMap((block) => sentencesOf(text, block, language));
}

/** The values of JSON or CSV, or the running text between code and similar parts. */
function blocksOf(text: string): Block[] {
	const values = findValues(text);
	if (values !== undefined) return values;
	const found: Block[] = [];
	let from = 0;
	for (const opaque of [...findOpaque(text), { start: text.length, end: text.length }]) {
		for (const block of findBlocks(text, from, opaque.start)) found.push(block);
		from = opaque.end;
	}
	return found;
}

function sentencesOf(text: string, block: Block, language: Language): Sentence[] {
	const found: Sentence[] = [];
	const view = flatten(text, block, block.breaks);
	const items = findItems(view);
	// A value is a document of its own after unescaping.
	const ranges = block.notation ? [{ start: 0, end: view.length }] : splitSentences(view, language, items);
	let next = 0;
	let item = 0;
	for (const { start, end } of ranges) {
		const whole = { start: block.start + start, end: block.start + end };
		const breaks: Range[] = [];
		for (; next < block.breaks.length; next++) {
			const gap = block.breaks[next] as Range;
			if (gap.start >= whole.end) break;
			if (gap.start > whole.start) breaks.push(gap);
		}
		const first = item;
		while (item < items.length && (items[item] as Item).end <= end) item++;
		if (hasWords(view, start, end, items.slice(first, item)))
			found.push({ ...whole, breaks, notation: block.notation });
	}
	return found;
}

/** A range of a text with each character of its breaks replaced by a space, so that offsets stay the same. */
function flatten(text: string, range: Range, breaks: readonly Range[]): string {
	let view = "";
	let from = range.start;
	for (const gap of breaks) {
		view += text.slice(from, gap.start) + " ".repeat(gap.end - gap.start);
		from = gap.end;
	}
	return view + text.slice(from, range.end);
}

function hasWords(view: string, start: number, end: number, items: readonly Item[]): boolean {
	let from = start;
	for (const item of items) {
		if (/\p{L}/u.test(view.slice(from, item.start))) return true;
		from = Math.max(from, item.end);
	}
	return /\p{L}/u.test(view.slice(from, end));
}
