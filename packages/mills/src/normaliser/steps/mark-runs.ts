import { Buffer } from "node:buffer";
import { CharacterSet } from "../characters/character-set.js";
import { type MarkClass, markClass } from "./mark-class.js";

/**
 * The engine sorts combining marks by insertion, which is quadratic: 100 KB of marks took 3.7 s. Runs of at least this
 * length are sorted here first.
 */
const LONG = 31;

/** The marks of all scripts. */
export const MARKS = new CharacterSet(/\p{M}/u);

/** Puts long runs of combining marks in canonical order (UAX #15, D109), ready for any normalization form. */
export function sortMarks(text: string): string {
	let result = "";
	let copied = 0;
	// A long run covers at least one of these places, so it is enough to check them.
	for (let at = LONG - 1; at < text.length; at += LONG) {
		if (text.charCodeAt(at) < 0x300 || !MARKS.hasAt(text, at)) continue;
		let start = at;
		while (start > copied && MARKS.hasAt(text, start - 1)) start--;
		let end = at + 1;
		while (end < text.length && MARKS.hasAt(text, end)) end++;
		if (end - start < LONG) continue;
		result += text.slice(copied, start) + sorted(text.slice(start, end));
		copied = end;
		at = end - 1;
	}
	return copied === 0 ? text : result + text.slice(copied);
}

/** Decomposes a run of marks and sorts each stretch of reorderable marks by class. */
function sorted(run: string): string {
	const codes: number[] = [];
	const classes: (MarkClass | undefined)[] = [];
	for (const character of run)
		for (const mark of decomposed(character)) {
			codes.push(mark.codePointAt(0) ?? 0);
			classes.push(markClass(mark));
		}
	// Ranks are read after all classes of the run are known, because a new class changes the ranks of others.
	const order = new Uint32Array(codes.length);
	for (let from = 0; from < codes.length; ) {
		let to = from;
		while (to < codes.length && classes[to]) to++;
		sortStretch(classes, order, from, to);
		// A mark without a class is not moved, and no other mark moves across it.
		if (to < codes.length) order[to] = to;
		from = to + 1;
	}
	return written(codes, order);
}

/** A stable counting sort. `order` receives the positions of the marks in the order of their classes. */
function sortStretch(
	classes: readonly (MarkClass | undefined)[],
	order: Uint32Array,
	from: number,
	to: number,
): void {
	if (to - from < LONG) {
		for (let i = from; i < to; i++) order[i] = i;
		return;
	}
	// Classes are numbers below 256 (UnicodeData, field 3), and so are their ranks.
	const next = new Uint32Array(257);
	for (let i = from; i < to; i++) bump(next, (classes[i]?.rank ?? 0) + 1);
	for (let rank = 0; rank < 256; rank++) next[rank + 1] = (next[rank + 1] ?? 0) + (next[rank] ?? 0);
	for (let i = from; i < to; i++) order[from + bump(next, classes[i]?.rank ?? 0)] = i;
}

function bump(counts: Uint32Array, at: number): number {
	const count = counts[at] ?? 0;
	counts[at] = count + 1;
	return count;
}

function written(codes: readonly number[], order: Uint32Array): string {
	const units = new Uint16Array(2 * codes.length);
	let length = 0;
	for (const at of order) {
		const code = codes[at] ?? 0;
		if (code > 0xffff) {
			units[length++] = 0xd7c0 + (code >> 10);
			units[length++] = 0xdc00 + (code & 0x3ff);
		} else units[length++] = code;
	}
	return Buffer.from(units.buffer, 0, 2 * length).toString("utf16le");
}

/** NFD of each mark seen. There are a few thousand marks. */
const decompositions = new Map<string, string>();

function decomposed(mark: string): string {
	const known = decompositions.get(mark);
	if (known !== undefined) return known;
	const parts = mark.normalize("NFD");
	decompositions.set(mark, parts);
	return parts;
}
