import type { Work } from "./ask.js";
import { divide, type Part } from "./document/divide/divide.js";
import { rebreak } from "./document/divide/rebreak.js";
import { BROKEN_WORD } from "./document/divide/wrapped.js";
import { Answers, allTasks, type EngineTask, runTask } from "./document/engine-task.js";
import { isCommon } from "./document/language/language.js";
import { translateClosing, translateLetterLine } from "./document/letters/letters.js";
import type { Change } from "./document/numbers/changes.js";
import type { Budget, Language, Pair, Range, TranslateSentences } from "./document/pair.js";
import { isLetter, readLetters } from "./document/protect/entities.js";
import { findItems } from "./document/protect/items.js";
import { Doubt, type Scores } from "./doubt.js";
import { translateSentence } from "./sentence.js";

/** A part of the source and its translation. */
export type Segment = Range & {
	readonly source: string;
	readonly target: string;
	/** How likely the translation is right, and other ones: only of sentences, and only if they are wanted. */
	readonly confidence?: number;
	readonly alternatives?: string[];
};

/** A translated document. Its segments cover the source in order. */
export type Translation = {
	readonly text: string;
	readonly segments: readonly Segment[];
	/** What the rules changed, each change once. */
	readonly changes: readonly Change[];
};

// An estimate without the vocabulary of the engine: a piece has about three letters; each digit, sign and byte of a non-Latin
// character is one piece. It estimates high, because a sentence that is too long would lose its end.
const estimate = (text: string) => {
	let cost = 0;
	for (const char of text) {
		const code = char.codePointAt(0) as number;
		if (char === " ") continue;
		cost += code > 0x24f ? 3 : /[A-Za-zÀ-ÿ]/.test(char) ? 0.34 : 1;
	}
	return cost;
};

const LONGEST_GREETING = 120;

/** The default budget: about 100 subword pieces. */
const DEFAULT_BUDGET: Budget = { measure: estimate, longest: 100 };

/**
 * Translates a document sentence by sentence. Everything that is not a sentence stays as it is.
 *
 * @example await translateDocument("- Hello.\n", { from: "en", to: "es" }, engine) // text: "- Hola.\n"
 */
export async function translateDocument(
	text: string,
	pair: Pair,
	engine: TranslateSentences,
	budget: Budget = DEFAULT_BUDGET,
): Promise<Translation> {
	const [translation] = await translateDocuments([text], pair, engine, budget);
	return translation as Translation;
}

/** Translates several documents together: the engine gets the sentences of all of them at once. */
export function translateDocuments(
	texts: readonly string[],
	pair: Pair,
	engine: TranslateSentences,
	budget: Budget = DEFAULT_BUDGET,
	scores?: Scores,
): Promise<Translation[]> {
	return runTask(allTasks(texts.map((text) => translateWhole(text, { pair, budget }, scores))), engine);
}

/** The most parts that are translated together: enough to fill the batches of the model. */
const MOST_TOGETHER = 64;

/**
 * The same part by part: yields the translation in pieces, the first one soon. Each piece takes twice as many parts as the one before,
 * so that the whole takes hardly longer.
 */
export async function* translateInParts(
	text: string,
	pair: Pair,
	engine: TranslateSentences,
	budget: Budget = DEFAULT_BUDGET,
	scores?: Scores,
): AsyncGenerator<string, Translation, void> {
	const work: Work = { pair, budget, changes: new Map() };
	const parts = divide(text, pair.from);
	const doubts = doubtsOf(parts, scores);
	const known = new Answers();
	const targets: string[] = [];
	for (let most = 1; targets.length < parts.length; most = Math.min(2 * most, MOST_TOGETHER)) {
		const end = nextEnd(parts, targets.length, most);
		const next = parts.slice(targets.length, end);
		const asked = translateParts(text, next, work, doubts?.slice(targets.length, end));
		const found = await runTask(asked, engine, known);
		targets.push(...found);
		yield found.join("");
	}
	return translation(parts, targets, work, doubts);
}

/** Where a piece ends that has this many sentences. What stands between sentences belongs to the one before. */
function nextEnd(parts: readonly Part[], from: number, most: number): number {
	let sentences = 0;
	for (let end = from; end < parts.length; end++) {
		if (!parts[end]?.translate) continue;
		if (sentences === most) return end;
		sentences++;
	}
	return parts.length;
}

function translation(
	parts: readonly Part[],
	targets: readonly string[],
	{ changes, pair }: Work,
	doubts: readonly Doubt[] | undefined,
): Translation {
	const segments = parts.map(({ source, start, end, translate }, index): Segment => {
		const target = targets[index] as string;
		const doubt = translate && /\p{L}/u.test(source) ? doubts?.[index] : undefined;
		return { source, target, start, end, ...doubt?.told(source, target, pair.from) };
	});
	return { text: targets.join(""), segments, changes: [...changes.values()] };
}

/** What is not known yet of each part. Undefined if nobody asks. */
function doubtsOf(parts: readonly Part[], scores: Scores | undefined): readonly Doubt[] | undefined {
	return scores && parts.map(() => new Doubt(scores));
}

function* translateWhole(
	text: string,
	{ pair, budget }: Pick<Work, "pair" | "budget">,
	scores: Scores | undefined,
): EngineTask<Translation> {
	const work: Work = { pair, budget, changes: new Map() };
	const parts = divide(text, work.pair.from);
	const doubts = doubtsOf(parts, scores);
	const targets = yield* translateParts(text, parts, work, doubts);
	return translation(parts, targets, work, doubts);
}

function translateParts(
	text: string,
	parts: readonly Part[],
	work: Work,
	doubts?: readonly Doubt[],
): EngineTask<string[]> {
	return allTasks(
		parts.map((part, index) => translatePart(text, part, doubts ? { ...work, doubt: doubts[index] } : work)),
	);
}

function* translatePart(text: string, part: Part, work: Work): EngineTask<string> {
	if (!part.translate || work.pair.from === work.pair.to) return part.source;
	if (part.notation !== undefined) {
		const value = part.notation.read(part.source);
		const targets = yield* translateParts(value, divide(value, work.pair.from), work);
		return part.notation.write(targets.join(""));
	}
	const translateKnown = isWholeLine(text, part) ? translateLetterLine : translateClosing;
	const known = translateKnown(part.source, work.pair);
	if (known !== undefined) return known;
	const answer = yield* translateSentence(onOneLine(text, part, work.pair.from), work);
	if (part.breaks.length === 0) return answer;
	const breaks = part.breaks.map(({ start, end }) => ({
		gap: text.slice(start, end),
		share: (start - part.start) / part.source.length,
	}));
	return rebreak(answer, breaks) ?? (yield* byLine(text, part, work));
}

/** Whether a part has its line for itself, except for indentation and quote marks. */
function isWholeLine(text: string, { start, end }: Range): boolean {
	if (end - start > LONGEST_GREETING) return false;
	return (
		/(?:^|[\n\r])[\s>]*$/.test(text.slice(Math.max(0, start - 40), start)) &&
		/^[^\S\n\r]*(?:$|[\n\r])/.test(text.slice(end, end + 40))
	);
}

function onOneLine(text: string, part: Part, language: Language): string {
	let line = "";
	let from = part.start;
	for (const { start, end } of part.breaks) {
		line += joined(text.slice(from, start), text.slice(end, end + 40), language);
		from = end;
	}
	return withPlainLetters(line + text.slice(from, part.end));
}

const DECOMPOSED = /\p{Script=Latin}\p{M}+/gu;

/**
 * Reads entities, drops hints, and composes letters with their accents, as in the training data. Items, such as URLs, tags and code,
 * stay as they are: in an attribute, an apostrophe in place of its entity would end it.
 */
function withPlainLetters(text: string): string {
	const plain = plainLetters(text);
	if (plain === text) return text;
	let result = "";
	let from = 0;
	// An entity or a hint alone is an item, too, but belongs to its word.
	const items = findItems(text).filter(({ start, end }) => {
		const item = text.slice(start, end);
		return !isLetter(item) && !HINT.test(item);
	});
	for (const { start, end } of [...items, { start: text.length, end: text.length }]) {
		result += plainLetters(text.slice(from, start)) + text.slice(start, end);
		from = end;
	}
	return result;
}

function plainLetters(text: string): string {
	return readLetters(text.replace(HINTS, "")).replace(DECOMPOSED, (letter) => letter.normalize("NFC"));
}

// Invisible hints where a word may be broken. They are useless in the translation.
const HINTS = /(?<=\p{L})[\u00ad\u200b\u2060]+(?=\p{L})/gu;
const HINT = /^[\u00ad\u200b\u2060]+$/;

/** A line with its connection to the next line: nothing inside a word, the hyphen of "well-known", else a space. */
function joined(line: string, next: string, language: Language): string {
	const tail = line.slice(-40);
	const head = /^\p{Ll}+/u.exec(next)?.[0];
	if (head === undefined || !BROKEN_WORD.test(tail)) return `${line} `;
	const start = /[\p{L}\p{M}]+(?=.$)/u.exec(tail)?.[0] ?? "";
	const two = tail.endsWith("-") && isCommon(start, language) && isCommon(head, language);
	return two && !isCommon(start + head, language) ? line : line.slice(0, -1);
}

// If the answer has too few words for all breaks, each line is translated separately.
function* byLine(text: string, part: Part, work: Work): EngineTask<string> {
	const ends = [...part.breaks.map(({ start }) => start), part.end];
	const starts = [part.start, ...part.breaks.map(({ end }) => end)];
	const lines = starts.map((start, index) => text.slice(start, ends[index]));
	const answers = yield* allTasks(lines.map((line) => translateSentence(line, work)));
	return answers
		.map((answer, index) => answer + text.slice(ends[index], starts[index + 1] ?? part.end))
		.join("");
}
