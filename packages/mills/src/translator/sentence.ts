import { around, SMALLEST } from "./around.js";
import { ask, mendForms, note, type Work } from "./ask.js";
import { allTasks, type EngineTask } from "./document/engine-task.js";
import { asSentence, isAllCapitals } from "./document/mend/casing.js";
import { mendCenturies } from "./document/numbers/centuries.js";
import type { Change } from "./document/numbers/changes.js";
import { mendDecades } from "./document/numbers/decades.js";
import { mendNumbers } from "./document/numbers/number-mending.js";
import { scale } from "./document/numbers/scales.js";
import type { Pair, Range } from "./document/pair.js";
import { cut } from "./document/protect/cut.js";
import { findItems, type Item } from "./document/protect/items.js";
import { remark, unmark, withContext } from "./document/protect/markup.js";
import { shield } from "./document/protect/stand-ins.js";
import { replaceRanges } from "./document/replace-ranges.js";
import { prepare } from "./prepare.js";

/** A name of a person or a street, unlike a tag or an address. */
const NAME = /^\p{Lu}[\p{L}\p{M}'’. -]+$/u;
const LONGEST_LEFT_IN = 40;

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

/** The answer with the right numbers. Centuries and decades may be missing: other words can say the same. */
function mendAllNumbers(question: string, answer: string, pair: Pair): string | undefined {
	const numbered = mendNumbers(question, answer, pair);
	if (numbered === undefined) return undefined;
	const dated = mendCenturies(question, numbered, pair) ?? numbered;
	return mendDecades(question, dated, pair) ?? dated;
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
