import { isSane, isSound } from "./document/checks/checks.js";
import { allTasks, type EngineTask } from "./document/engine-task.js";
import { asSentence, isAllCapitals, matchFirst } from "./document/mend/casing.js";
import { matchPunctuation } from "./document/mend/punctuation.js";
import { isRepetitive } from "./document/mend/repetition.js";
import { mendCenturies } from "./document/numbers/centuries.js";
import type { Change, Changed } from "./document/numbers/changes.js";
import { mendDecades } from "./document/numbers/decades.js";
import { mendNumbers } from "./document/numbers/number-mending.js";
import { findNumbers } from "./document/numbers/numbers.js";
import { scale } from "./document/numbers/scales.js";
import { halfBehind, mendTimes } from "./document/numbers/times.js";
import { mendUnits } from "./document/numbers/unit-mending.js";
import type { Budget, Pair, Range } from "./document/pair.js";
import { cut } from "./document/protect/cut.js";
import { findItems, type Item } from "./document/protect/items.js";
import { remark, unmark, withContext } from "./document/protect/markup.js";
import { shield } from "./document/protect/stand-ins.js";
import { replaceRanges } from "./document/replace-ranges.js";
import type { Doubt } from "./doubt.js";
import { prepare } from "./prepare.js";

/** The pair and the limit for translating one sentence, and the changes that rules made so far. */
export type Work = {
	readonly pair: Pair;
	readonly budget: Budget;
	readonly changes: Map<string, Change>;
	readonly doubt?: Doubt | undefined;
};

/** A name of a person or a street, unlike a tag or an address. */
const NAME = /^\p{Lu}[\p{L}\p{M}'’. -]+$/u;
const LONGEST_LEFT_IN = 40;
const SMALLEST = 12;

/** Translates a sentence of any length that is on one line. It may contain items and markup. */
export function* translateSentence(written: string, work: Work): EngineTask<string> {
	const found = findItems(written);
	// Before anything is cut: a part may lack the number of its unit, or the words that tell a misspelling from a word.
	const { text: source, changes } = prepare(written, found, work.pair);
	note(changes, work);
	const items = source === written ? found : findItems(source);
	const { start, end } = core(source, items);
	const inside = source.slice(start, end);
	const whole = inside === source ? items : findItems(inside);
	const ranges = cut(inside, whole, work.budget);
	if (ranges.length === 1) {
		const answer = yield* phrase(inside, work, whole);
		work.doubt?.wrap(source.slice(0, start), source.slice(end));
		return source.slice(0, start) + answer + source.slice(end);
	}
	const answers = yield* allTasks(ranges.map((range) => phrase(inside.slice(range.start, range.end), work)));
	return source.slice(0, start) + replaceRanges(inside, ranges, answers) + source.slice(end);
}

/** The part of a sentence without the emoji, foreign words and marks at its ends. */
function core(source: string, items: readonly Item[]): Range {
	let [start, end] = [0, source.length];
	let [first, last] = [0, items.length - 1];
	const loose = (item: Item) =>
		item.kind === "mark"
			? false
			: /^[<*_~[\]]/.test(item.source) || !/[\p{Script=Latin}\d]/u.test(item.source);
	const skip = () => {
		while (start < end && /\s/.test(source[start] as string)) start++;
		while (end > start && /\s/.test(source[end - 1] as string)) end--;
	};
	for (skip(); first <= last; skip()) {
		const [left, right] = [items[first] as Item, items[last] as Item];
		// Only for the first item: "[[[…]" would otherwise be searched from each bracket.
		const boxed = first === 0 && left.start === start && left.source === "[";
		if (boxed && source.indexOf("]", start) === end - 1) {
			start = (items[first++] as Item).end;
			end--;
		} else if (left.start === start && loose(left)) start = (items[first++] as Item).end;
		else if (right.end === end && loose(right)) end = (items[last--] as Item).start;
		else if (left.start === start && right.end === end && left.partner === last && first !== last) {
			start = (items[first++] as Item).end;
			end = (items[last--] as Item).start;
		} else break;
	}
	return { start, end };
}

function* phrase(text: string, work: Work, items: readonly Item[] = findItems(text)): EngineTask<string> {
	if (!hasWords(text, items)) return text;
	if (items.some(({ kind }) => kind === "mark")) {
		const unmarked = unmark(text, items);
		if (unmarked !== undefined) {
			const parts = [unmarked.text, ...unmarked.spans.map(({ inner }) => inner)];
			const [whole, ...inners] = yield* allTasks(parts.map((part) => phrase(part, work)));
			const answer = remark(unmarked, whole as string, inners);
			if (answer !== undefined) return answer;
			const contexts = unmarked.spans.map((span) => withContext(unmarked, span));
			const hints = yield* allTasks(contexts.map((context) => phrase(context, work)));
			const near = remark(unmarked, whole as string, inners, hints);
			if (near !== undefined) return near;
		}
		return yield* around(text, items, work);
	}
	const strange = ({ kind, source }: Item) => kind === "strange" || source.length > LONGEST_LEFT_IN;
	const capitals = isAllCapitals(bare(text, items));
	for (const covers of capitals ? [() => true] : [strange, () => true]) {
		const answer = yield* shielded(text, items, covers, capitals, work);
		if (answer !== undefined) return answer;
		if (items.every(covers)) break;
	}
	return yield* smaller(text, items, work);
}

/** Splits a sentence that lost a number or an item. A clause loses less, and reads better than parts around items. */
function* smaller(text: string, items: readonly Item[], work: Work): EngineTask<string> {
	const size = work.budget.measure(text);
	const half = { ...work.budget, longest: Math.ceil(size / 2) };
	const [first, second] = size < 2 * SMALLEST ? [] : cut(text, items, half);
	if (first === undefined || second === undefined) return yield* around(text, items, work);
	// The rest stays whole. It is split again only if it loses something itself.
	const ranges = [first, { start: second.start, end: text.length }];
	const answers = yield* allTasks(ranges.map(({ start, end }) => phrase(text.slice(start, end), work)));
	return replaceRanges(text, ranges, answers);
}

function* shielded(
	text: string,
	items: readonly Item[],
	covers: (item: Item) => boolean,
	capitals: boolean,
	work: Work,
): EngineTask<string | undefined> {
	const guard = shield(text, items, covers);
	const scaled = scale(guard.text, work.pair);
	const question = capitals ? asSentence(scaled.text, work.pair.from) : scaled.text;
	const changed = new Map<string, readonly Change[]>();
	const result = yield* ask(question, work, (answer) => {
		const numbered = mendAllNumbers(question, answer, work.pair);
		if (numbered === undefined) return undefined;
		const unscaled = scaled.undo(numbered);
		if (unscaled === undefined) return undefined;
		const formed = mendForms(question, unscaled, work.pair);
		const restored = guard.restore(capitals ? formed.text.toUpperCase() : formed.text);
		if (restored !== undefined) changed.set(restored, formed.changes);
		return restored;
	});
	if (result === undefined) return undefined;
	note(changed.get(result) ?? [], work);
	for (const [before, after] of guard.hidden)
		if (NAME.test(before)) note([{ rule: "names", in: "source", before, after }], work);
	return result;
}

/** The answer with the times and units of the question, in the form of the target language. */
function mendForms(question: string, answer: string, pair: Pair): Changed {
	const timely = mendTimes(question, answer, pair);
	const { text, changes } = mendUnits(question, timely.text, pair);
	return { text, changes: [...timely.changes, ...changes] };
}

function note(changes: readonly Change[], { changes: known }: Work): void {
	for (const change of changes) known.set(JSON.stringify(change), change);
}

/** The answer with the right numbers. Centuries and decades may be missing: other words can say the same. */
function mendAllNumbers(question: string, answer: string, pair: Pair): string | undefined {
	const numbered = mendNumbers(question, answer, pair);
	if (numbered === undefined) return undefined;
	const dated = mendCenturies(question, numbered, pair) ?? numbered;
	return mendDecades(question, dated, pair) ?? dated;
}

/**
 * The best answer of the engine that `mend` accepts and that is sound. If no answer is sound, the best one that `mend`
 * accepts. Undefined if it accepts none.
 */
function* ask(
	question: string,
	work: Work,
	mend: (answer: string) => string | undefined,
): EngineTask<string | undefined> {
	const { pair, doubt } = work;
	const text = question.replace(/\s+/g, " ").trim();
	const finish = (raw: string) => finished(question, raw.replace(/\s+/g, " ").trim(), pair);
	const choose = (raw: string) => {
		const answer = finish(raw);
		return answer === undefined ? undefined : mend(answer);
	};
	let unsound: { readonly raw: string; readonly mended: string } | undefined;
	for (const wanted of ["best", "many"] as const) {
		const [raws = []] = yield [{ text, wanted }];
		for (const raw of raws) {
			const answer = finish(raw);
			const mended = answer === undefined ? undefined : mend(answer);
			if (answer === undefined || mended === undefined) continue;
			if (isSound(question, answer, pair)) {
				if (doubt) yield* weigh(text, raw, doubt, choose);
				return mended;
			}
			unsound ??= { raw, mended };
		}
	}
	if (unsound && doubt) yield* weigh(text, unsound.raw, doubt, choose, UNSOUND);
	return unsound?.mended;
}

/** What is taken from the score of an answer that lost a negation, a quotation or the like. */
const UNSOUND = 1;

/** Keeps how sure the engine is of an answer, and which others it has. */
function* weigh(
	text: string,
	raw: string,
	doubt: Doubt,
	choose: (raw: string) => string | undefined,
	loss = 0,
): EngineTask<void> {
	const [raws = []] = doubt.scores.others > 0 ? yield [{ text, wanted: "many" as const }] : [];
	const others = raws.filter((other) => other !== raw).map(choose);
	doubt.add(
		doubt.scores.of(text, raw) - loss,
		others.filter((other) => other !== undefined),
	);
}

/** An answer with the capitals and marks of the question. Undefined if it is not a translation. */
function finished(question: string, answer: string, pair: Pair): string | undefined {
	if (!/\p{L}/u.test(answer) || isRepetitive(answer, question)) return undefined;
	// Invalid bytes: the model writes characters without a piece as bytes, and may get them wrong.
	if (answer.includes("\ufffd") && !question.includes("\ufffd")) return undefined;
	if (!isSane(question, answer, pair)) return undefined;
	return matchFirst(question, matchPunctuation(question.trim(), answer, pair).trim(), pair.to);
}

/**
 * The last resort, which cannot lose anything: the parts between items and numbers are translated one by one and joined
 * around them.
 */
function* around(text: string, items: readonly Item[], work: Work): EngineTask<string> {
	const ranges: Range[] = [];
	const kept = fixed(text, items, work.pair);
	let from = 0;
	for (const { start, end } of [...kept, { start: text.length, end: text.length }]) {
		if (from < start) ranges.push({ start: from, end: start });
		from = end;
	}
	const answers = yield* allTasks(ranges.map(({ start, end }) => stretch(text.slice(start, end), work)));
	const places = [...ranges, ...kept].map((range, index) => ({
		...range,
		answer: answers[index] ?? (range as Range & { target: string }).target,
	}));
	places.sort((a, b) => a.start - b.start);
	const joined = replaceRanges(
		text,
		places,
		places.map(({ answer }) => answer),
	);
	const formed = mendForms(text, joined, work.pair);
	note(formed.changes, work);
	return formed.text;
}

/** The items, and the numbers and times outside them, with the form that they get in the answer. */
function fixed(text: string, items: readonly Item[], pair: Pair): (Range & { target: string })[] {
	const kept: (Range & { target: string })[] = items.map(({ start, end, source }) => ({
		start,
		end,
		target: source,
	}));
	let item = 0;
	for (const number of findNumbers(text, pair.from, pair.to)) {
		while (item < items.length && (items[item] as Item).end <= number.start) item++;
		const over = items[item];
		if (over !== undefined && over.start < number.end) continue;
		const sign = /^\s?%/.exec(text.slice(number.end, number.end + 2))?.[0] ?? "";
		// Alone, "p.m." is no word: "mañana", says a model.
		const half = halfBehind(text, number.end, pair);
		kept.push({
			start: number.start - article(text, number, sign, pair),
			end: number.end + (half?.length ?? sign.length),
			target: number.target + (half?.written ?? sign),
		});
	}
	return kept.sort((a, b) => a.start - b.start);
}

// "el 70 %" and "el 3 de mayo" have an article only in Spanish.
function article(text: string, { start, end }: Range, sign: string, { from, to }: Pair): number {
	if (from !== "es" || to !== "en" || (sign === "" && !/^ de \p{L}/u.test(text.slice(end, end + 6))))
		return 0;
	return /(?<!\p{L})(?:el|un) $/iu.exec(text.slice(Math.max(0, start - 4), start))?.[0].length ?? 0;
}

function* stretch(text: string, work: Work): EngineTask<string> {
	if (!/\p{L}/u.test(text)) return text;
	// Marks at the ends belong to the neighbouring parts.
	let [start, end] = [0, text.length];
	while (/[\s.,;:!?)\]…–—-]/.test(text[start] as string)) start++;
	while (/[\s.,;:([–—-]/.test(text[end - 1] as string)) end--;
	return text.slice(0, start) + (yield* plain(text.slice(start, end), work)) + text.slice(end);
}

/** Translates words without items. If the engine fails, it tries halves, and finally keeps the source. */
function* plain(text: string, work: Work): EngineTask<string> {
	const capitals = isAllCapitals(text);
	const question = capitals ? asSentence(text, work.pair.from) : text;
	const answer = yield* ask(question, work, (found) => found);
	if (answer !== undefined) return capitals ? answer.toUpperCase() : answer;
	const size = work.budget.measure(text);
	const half = { ...work, budget: { ...work.budget, longest: Math.ceil(size / 2) } };
	const ranges = size < SMALLEST ? [] : cut(text, [], half.budget);
	if (ranges.length < 2) return text;
	const answers = yield* allTasks(ranges.map(({ start, end }) => plain(text.slice(start, end), work)));
	return replaceRanges(text, ranges, answers);
}

function bare(text: string, items: readonly Item[]): string {
	return replaceRanges(
		text,
		items,
		items.map(() => " "),
	);
}

function hasWords(text: string, items: readonly Item[]): boolean {
	return /\p{L}/u.test(bare(text, items));
}
