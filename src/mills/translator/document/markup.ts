import type { Item } from "./items.js";
import type { Range } from "./pair.js";

/** Two marks and the words between them, as they stand in the text without marks. */
export type Span = {
	readonly open: string;
	readonly close: string;
	readonly inner: string;
	readonly at: number;
};

/** A sentence without its marks, and what they enclosed, outer spans first. */
export type Unmarked = { readonly text: string; readonly spans: readonly Span[] };

/** Takes the marks that have a partner out of a sentence; nothing if they cross or enclose nothing. */
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
 * Puts marks around the translated words of each span, where the answer holds them; nothing where it does not.
 *
 * Words are looked for as they were translated alone: the same engine mostly gives the same words in the sentence.
 */
export function remark(unmarked: Unmarked, answer: string, inners: readonly string[]): string | undefined {
	const places: Range[] = [];
	for (const [index, span] of unmarked.spans.entries()) {
		const inner = (inners[index] as string).trim();
		const place = nearest(answer, inner, span.at / Math.max(1, unmarked.text.length));
		if (place === undefined) return undefined;
		for (const other of places) if (crosses(place, other)) return undefined;
		places.push(place);
	}
	const marks = unmarked.spans.flatMap((span, index) => {
		const { start, end } = places[index] as Range;
		// At one place a closing mark stands before an opening one, outer opens first and closes last.
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

function crosses(a: Range, b: Range): boolean {
	const apart = a.end <= b.start || b.end <= a.start;
	const within = a.start >= b.start && a.end <= b.end;
	return !apart && !within;
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
