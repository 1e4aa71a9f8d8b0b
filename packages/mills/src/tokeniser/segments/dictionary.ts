import { agreedCut } from "./agreed-cut.js";
import type { Columns } from "./columns.js";
import { Memory } from "./memory.js";
import { APART, holdsTogether, isSafeCut, shownBehind } from "./safe-cut.js";

/** Longer texts are divided in steps. On Node 20, the cost of each segment grows with the length of the segmenter's text. */
const LEAF = 2048;
/** A longer text without a safe cut is still cut, at a place where two views of it agree. */
const LONGEST = 20_000;
/** The most parts in one step. Finding a boundary costs about a fiftieth of a step. */
const PARTS = 32;
/** The number of boundaries that are tried for one cut. */
const TRIES = 8;

/** Divides a text of any length as the engine does. The text must begin and end at boundaries of the rules. */
export class Dictionary {
	readonly #segmenter: Intl.Segmenter;
	readonly #leaf: number;
	readonly #memory: Memory;

	constructor(segmenter: Intl.Segmenter, memory = new Memory(), leaf = LEAF) {
		this.#segmenter = segmenter;
		this.#memory = memory;
		this.#leaf = leaf;
	}

	divide(text: string, from: number, to: number, columns: Columns): void {
		this.#step({ text, from, limit: to, to }, columns);
	}

	#step(part: Part, columns: Columns): void {
		const { text, from, limit, to } = part;
		const cuts = to - from > this.#leaf ? this.#cuts(part) : [];
		let begin = from;
		let longest = 0;
		for (const cut of [...cuts, limit]) {
			longest = Math.max(longest, cut - begin);
			begin = cut;
		}
		if (cuts.length === 0 || longest * 4 > (to - from) * 3) {
			this.#askInViews(part, columns);
			return;
		}
		begin = from;
		for (const cut of cuts) {
			this.#step({ text, from: begin, limit: cut, to: shownBehind(text, cut, to) }, columns);
			begin = cut;
		}
		this.#step({ ...part, from: begin }, columns);
	}

	/**
	 * Handles a part for which cuts do not help. It has few boundaries, and then the engine is fast, or thousands of odd
	 * characters.
	 */
	#askInViews(part: Part, columns: Columns): void {
		const { text, limit } = part;
		const endsIn = (from: number, to: number) => this.#ends({ text, from, limit: to, to });
		let { from } = part;
		while (limit - from > LONGEST) {
			const cut = agreedCut(text, from, limit, endsIn);
			if (cut === undefined) break;
			this.#ask({ text, from, limit: cut, to: cut }, columns);
			from = cut;
		}
		this.#ask({ ...part, from }, columns);
	}

	#ends(part: Part): number[] {
		const [segments, begin] = this.#show(part);
		return Array.from(segments, ({ index, segment }) => begin + index + segment.length);
	}

	#ask(part: Part, columns: Columns): void {
		const [segments, begin] = this.#show(part);
		const learns = this.#memory.learnsFrom(part.text.slice(part.from, part.to));
		for (const { index, segment, isWordLike } of segments) {
			const end = begin + index + segment.length;
			if (end > part.limit) break;
			if (end <= part.from) continue;
			columns.push(end, isWordLike === true);
			if (learns) this.#memory.learn(segment, part.text.slice(end, Math.min(part.to, end + 2)));
		}
	}

	/** Returns a part as the engine divides it, and the place in the text of the engine's index 0. */
	#show({ text, from, to }: Part): [Intl.Segments, number] {
		const shown = text.slice(from, to);
		const reminder = this.#memory.reminder(shown);
		return [this.#segmenter.segment(reminder + shown), from - reminder.length];
	}

	#cuts(part: Part): number[] {
		const { text, from, limit } = part;
		const [segments, begin] = this.#show(part);
		const whole = holdsTogether(text.slice(from, part.to));
		const cuts: number[] = [];
		// The parts are no smaller than necessary, because the text after each part is divided again.
		const parts = Math.min(PARTS, Math.ceil((2 * (limit - from)) / this.#leaf));
		let reached = from;
		for (let i = 1; i < parts; i++) {
			const place = from + Math.floor(((limit - from) * i) / parts);
			if (place < reached) continue;
			for (let tries = 0, at = place; tries < TRIES; tries++) {
				const found = segments.containing(at - begin);
				if (!found) break;
				at = reached = begin + found.index + found.segment.length;
				if (at > limit - APART) break;
				if (at - (cuts.at(-1) ?? from) < APART) continue;
				// The end of a run decides whether its segments are words. A part of a non-word run could be taken for words.
				if (!isSafeCut(text, at, found.isWordLike === true && !whole)) continue;
				cuts.push(at);
				break;
			}
		}
		return cuts;
	}
}

/** A part to divide up to `limit`, which is a boundary. The engine also sees the text after it up to `to`. */
interface Part {
	readonly text: string;
	readonly from: number;
	readonly limit: number;
	readonly to: number;
}
