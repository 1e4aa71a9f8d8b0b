import type { Range } from "../pair.js";
import type { Item } from "./items.js";
import { isOneClause, similar, wordsOf } from "./similar.js";

/** Two marks and the words between them. `at` is the position in the text without marks. */
type Span = {
	readonly open: string;
	readonly close: string;
	readonly inner: string;
	readonly at: number;
};

/** A sentence without its marks, and the spans between them, outer spans first. */
type Unmarked = { readonly text: string; readonly spans: readonly Span[] };

/** Removes the paired marks from a sentence. Undefined if marks cross or enclose nothing. */
export function unmark(text: string, items: readonly Item[]): Unmarked | undefined {
	let plain = "";
	let from = 0;
	const opened: { item: Item; at: number; order: number }[] = [];
	const spans: (Span & { order: number })[] = [];
	let order = 0;
	for (const [index, item] of items.entries()) {
		if (item.kind !== "mark" || item.partner === undefined) continue;
		plain += text.slice(from, item.start);
		from = item.end;
		if (item.partner > index) opened.push({ item, at: plain.length, order: order++ });
		else {
			const open = opened.pop();
			if (open === undefined || items[item.partner] !== open.item) return undefined;
			const inner = plain.slice(open.at);
			if (inner === "" || inner !== inner.trim()) return undefined;
			spans.push({ open: open.item.source, close: item.source, inner, at: open.at, order: open.order });
		}
	}
	return { text: plain + text.slice(from), spans: spans.sort((a, b) => a.order - b.order) };
}

/**
 * Puts marks around the translated words of each span. Undefined if the answer does not contain them.
 *
 * It searches for the words as they were translated alone: the engine usually gives the same words in the sentence. `hints`
 * are the spans translated together with the short words before them. With hints, similar words are accepted, and finally
 * the words at the same relative position: a whole sentence with a slightly misplaced mark reads better than parts that were
 * translated separately.
 */
export function remark(
	unmarked: Unmarked,
	answer: string,
	inners: readonly string[],
	hints?: readonly string[],
): string | undefined {
	const { spans, text } = unmarked;
	const places: (Range | undefined)[] = spans.map(() => undefined);
	const share = ({ at }: Span) => at / Math.max(1, text.length);
	const place = (index: number, range: Range | undefined) => {
		if (range && spans.every((_, other) => agree(spans, places, index, range, other)))
			places[index] = withMark(answer, range, spans[index] as Span);
		return places[index] !== undefined;
	};
	const missing = [...spans.entries()].filter(([index, span]) => {
		const inner = (inners[index] as string).trim();
		if (place(index, nearest(answer, inner, share(span)))) return false;
		if (hints === undefined || place(index, similar(answer, inner, share(span)))) return hints === undefined;
		return !place(index, similar(answer, tail(hints[index] as string, span), share(span)));
	});
	if (hints === undefined && missing.length > 0) return undefined;
	for (const [index, span] of missing) {
		// Without matching words, spans stay in their order.
		const [before, after] = neighbours(spans, places, index);
		const free = windows(answer, span, text).filter(({ start, end }) => start >= before && end <= after);
		if (!free.some((range) => place(index, range))) return undefined;
	}
	return enclose(answer, spans, places as Range[]);
}

/** Extends a place by the punctuation mark after it, if the span ends with that mark. */
function withMark(answer: string, { start, end }: Range, { inner }: Span): Range {
	const mark = inner.at(-1) as string;
	const reaches = /[:.,;!?…]/.test(mark) && answer[end] === mark;
	return { start, end: reaches ? end + 1 : end };
}

/** Whether the places of two spans are compatible: nested if they are nested in the source, else separate. */
function agree(
	spans: readonly Span[],
	places: readonly (Range | undefined)[],
	index: number,
	range: Range,
	other: number,
): boolean {
	const place = places[other];
	if (place === undefined || other === index) return true;
	const [span, another] = [spans[index] as Span, spans[other] as Span];
	if (inside(extent(span), extent(another)) && other < index) return inside(range, place);
	if (inside(extent(another), extent(span)) && index < other) return inside(place, range);
	return range.end <= place.start || place.end <= range.start;
}

/** Where the previous span ends in the answer, and where the next one starts. */
function neighbours(
	spans: readonly Span[],
	places: readonly (Range | undefined)[],
	index: number,
): [number, number] {
	const { start, end } = extent(spans[index] as Span);
	let [before, after] = [0, Number.POSITIVE_INFINITY];
	spans.forEach((span, other) => {
		const place = places[other];
		if (place === undefined || other === index) return;
		if (extent(span).end <= start) before = Math.max(before, place.end);
		if (extent(span).start >= end) after = Math.min(after, place.start);
	});
	return [before, after];
}

function extent({ at, inner }: Span): Range {
	return { start: at, end: at + inner.length };
}

function inside(a: Range, b: Range): boolean {
	return a.start >= b.start && a.end <= b.end;
}

/** Runs of words in an answer that are about as long as a span. The nearest to its relative position is first. */
function windows(answer: string, { at, inner }: Span, text: string): Range[] {
	const words = wordsOf(answer);
	const wanted = Math.max(1, Math.round((inner.length / text.length) * words.length));
	const found = words
		.map((_, first) => words.slice(first, first + wanted))
		.filter((laid) => laid.length === wanted && isOneClause(answer, laid))
		.map((laid) => ({ start: (laid[0] as Range).start, end: (laid.at(-1) as Range).end }));
	const aim = ((at + inner.length / 2) / text.length) * answer.length;
	const far = ({ start, end }: Range) => Math.abs((start + end) / 2 - aim);
	// A short word, such as an article, is rarely the right one.
	const sure = found.filter(({ start, end }) => end - start >= Math.min(4, inner.length));
	return sure.sort((a, b) => far(a) - far(b));
}

function enclose(answer: string, spans: readonly Span[], places: readonly Range[]): string {
	const marks = spans.flatMap((span, index) => {
		const { start, end } = places[index] as Range;
		// At the same position, closing marks precede opening ones. Outer marks open first and close last.
		return [
			{ at: start, rank: index + 1, mark: span.open },
			{ at: end, rank: -index - 1, mark: span.close },
		];
	});
	marks.sort((a, b) => a.at - b.at || a.rank - b.rank);
	let result = "";
	let from = 0;
	for (const { at, mark } of marks) {
		result += answer.slice(from, at) + mark;
		from = at;
	}
	return result + answer.slice(from);
}

function nearest(answer: string, inner: string, share: number): Range | undefined {
	if (inner === "") return undefined;
	const [text, part] = [answer.toLowerCase(), inner.toLowerCase()];
	if (text.length !== answer.length) return undefined;
	let best: Range | undefined;
	for (let start = text.indexOf(part); start >= 0; start = text.indexOf(part, start + part.length)) {
		const end = start + part.length;
		if (/\p{L}$/u.test(text.slice(0, start).slice(-2)) || /^\p{L}/u.test(text.slice(end, end + 2))) continue;
		const far = (place: Range) => Math.abs(place.start / answer.length - share);
		if (best === undefined || far({ start, end }) < far(best)) best = { start, end };
	}
	return best;
}

/** A span with the short words before it, which distinguish a verb from a noun: "to open", "a fast". */
export function withContext({ text }: Unmarked, { at, inner }: Span): string {
	return (/(?:(?<!\S)\p{L}{1,3} ){0,3}$/u.exec(text.slice(Math.max(0, at - 16), at))?.[0] ?? "") + inner;
}

/** The last words of a hint, as many as the span has. */
function tail(hint: string, { inner }: Span): string {
	return hint.split(/\s+/).slice(-inner.split(/\s+/).length).join(" ");
}
