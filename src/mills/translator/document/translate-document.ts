import { type Asking, settle, together } from "./asking.js";
import { divide, type Part } from "./divide.js";
import { readLetters } from "./entities.js";
import { findItems } from "./items.js";
import { isCommon } from "./language.js";
import type { Budget, Engine, Language, Pair, Range } from "./pair.js";
import { rebreak } from "./rebreak.js";
import { translateSentence, type Work } from "./sentence.js";
import { BROKEN_WORD } from "./wrapped.js";

/** A part of the source and what became of it. */
export type Segment = Range & { readonly source: string; readonly target: string };

/** A translated document; its segments cover the source in order. */
export type Translation = { readonly text: string; readonly segments: readonly Segment[] };

// Without the engine's own vocabulary: a piece has about three letters, a digit or a sign is one, as is each byte
// of what is not Latin. On the high side, since a sentence that is too long would lose its end.
const estimate = (text: string) => {
	let cost = 0;
	for (const char of text) {
		const code = char.codePointAt(0) as number;
		if (char === " ") continue;
		cost += code > 0x24f ? 3 : /[A-Za-zÀ-ÿ]/.test(char) ? 0.34 : 1;
	}
	return cost;
};

/** The budget of an engine that says nothing of itself: about a hundred pieces of words. */
export const DEFAULT_BUDGET: Budget = { measure: estimate, longest: 100 };

/**
 * Translates a document sentence by sentence; everything that is no sentence stays as it is.
 *
 * @example await translateDocument("- Hello.\n", { from: "en", to: "es" }, engine) // text: "- Hola.\n"
 */
export async function translateDocument(
	text: string,
	pair: Pair,
	engine: Engine,
	budget: Budget = DEFAULT_BUDGET,
): Promise<Translation> {
	const parts = divide(text, pair.from);
	const targets = await settle(translateParts(text, parts, { pair, budget }), engine);
	const segments = parts.map(({ source, start, end }, index) => ({
		source,
		target: targets[index] as string,
		start,
		end,
	}));
	return { text: targets.join(""), segments };
}

function translateParts(text: string, parts: readonly Part[], work: Work): Asking<string[]> {
	return together(parts.map((part) => translatePart(text, part, work)));
}

function* translatePart(text: string, part: Part, work: Work): Asking<string> {
	if (!part.translate || work.pair.from === work.pair.to) return part.source;
	if (part.notation !== undefined) {
		const value = part.notation.read(part.source);
		const targets = yield* translateParts(value, divide(value, work.pair.from), work);
		return part.notation.write(targets.join(""));
	}
	const answer = yield* translateSentence(onOneLine(text, part, work.pair.from), work);
	if (part.breaks.length === 0) return answer;
	const breaks = part.breaks.map(({ start, end }) => ({
		gap: text.slice(start, end),
		share: (start - part.start) / part.source.length,
	}));
	return rebreak(answer, breaks) ?? (yield* byLine(text, part, work));
}

function onOneLine(text: string, part: Part, language: Language): string {
	let line = "";
	let from = part.start;
	for (const { start, end } of part.breaks) {
		line += joined(text.slice(from, start), text.slice(end, end + 40), language);
		from = end;
	}
	return composed(readLetters((line + text.slice(from, part.end)).replace(HINTS, "")));
}

const DECOMPOSED = /\p{Script=Latin}\p{M}+/gu;

/** Letters with their accents in one: a model has seen no others. Items stay as they are, an address above all. */
function composed(text: string): string {
	if (text.search(DECOMPOSED) < 0) return text;
	let result = "";
	let from = 0;
	for (const { start, end } of [...findItems(text), { start: text.length, end: text.length }]) {
		result +=
			text.slice(from, start).replace(DECOMPOSED, (letter) => letter.normalize("NFC")) +
			text.slice(start, end);
		from = end;
	}
	return result;
}

// Where a word may be broken: invisible, and of no use in another language's word.
const HINTS = /(?<=\p{L})[\u00ad\u200b\u2060]+(?=\p{L})/gu;

/** A line with what joins it to the next: nothing inside a word, the hyphen of "well-known", else a space. */
function joined(line: string, next: string, language: Language): string {
	const tail = line.slice(-40);
	const head = /^\p{Ll}+/u.exec(next)?.[0];
	if (head === undefined || !BROKEN_WORD.test(tail)) return `${line} `;
	const start = /[\p{L}\p{M}]+(?=.$)/u.exec(tail)?.[0] ?? "";
	const two = tail.endsWith("-") && isCommon(start, language) && isCommon(head, language);
	return two && !isCommon(start + head, language) ? line : line.slice(0, -1);
}

// Too few words to break: each line for itself keeps the lines.
function* byLine(text: string, part: Part, work: Work): Asking<string> {
	const ends = [...part.breaks.map(({ start }) => start), part.end];
	const starts = [part.start, ...part.breaks.map(({ end }) => end)];
	const lines = starts.map((start, index) => text.slice(start, ends[index]));
	const answers = yield* together(lines.map((line) => translateSentence(line, work)));
	return answers
		.map((answer, index) => answer + text.slice(ends[index], starts[index + 1] ?? part.end))
		.join("");
}
