import { ask, mendForms, note, type Work } from "./ask.js";
import { allTasks, type EngineTask } from "./document/engine-task.js";
import { asSentence, isAllCapitals } from "./document/mend/casing.js";
import { findNumbers } from "./document/numbers/numbers.js";
import { halfBehind } from "./document/numbers/times.js";
import type { Pair, Range } from "./document/pair.js";
import { cut } from "./document/protect/cut.js";
import type { Item } from "./document/protect/items.js";
import { replaceRanges } from "./document/replace-ranges.js";

/** A text that measures less is not split. */
export const SMALLEST = 12;

/**
 * The last resort, which cannot lose anything: the parts between items and numbers are translated one by one and joined
 * around them.
 */
export function* around(text: string, items: readonly Item[], work: Work): EngineTask<string> {
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
