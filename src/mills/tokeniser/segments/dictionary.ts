import type { Columns } from "./columns.js";
import { Memory } from "./memory.js";
import { APART, isSafeCut, shownBehind } from "./safe-cut.js";

/** What is longer is divided in steps: on Node 20 each segment costs as much as the text of its segmenter is long. */
const LEAF = 2048;
/** Into so many parts in one step: to find a boundary costs about a fiftieth of what a step costs. */
const PARTS = 32;
/** Boundaries that are tried for one cut. */
const TRIES = 8;

/** Divides a text that begins and ends at boundaries of the rules, however long, as the engine divides it. */
export class Dictionary {
	readonly #segmenter: Intl.Segmenter;
	readonly #leaf: number;
	readonly #memory = new Memory();

	constructor(segmenter: Intl.Segmenter, leaf = LEAF) {
		this.#segmenter = segmenter;
		this.#leaf = leaf;
	}

	divide(text: string, from: number, to: number, columns: Columns): void {
		this.#step(text, from, to, to, columns);
	}

	/** Finds the boundaries up to `limit`, which is one; the engine is shown what follows it up to `to`. */
	#step(text: string, from: number, limit: number, to: number, columns: Columns): void {
		const cuts = to - from > this.#leaf ? this.#cuts(text, from, limit, to) : [];
		let begin = from;
		let longest = 0;
		for (const cut of [...cuts, limit]) {
			longest = Math.max(longest, cut - begin);
			begin = cut;
		}
		// Where cuts do not help, there are few boundaries: the engine is then quick on any version of Node.
		if (cuts.length === 0 || longest * 4 > (to - from) * 3) {
			this.#ask(text, from, limit, to, columns);
			return;
		}
		begin = from;
		for (const cut of cuts) {
			this.#step(text, begin, cut, shownBehind(text, cut, to), columns);
			begin = cut;
		}
		this.#step(text, begin, limit, to, columns);
	}

	#ask(text: string, from: number, limit: number, to: number, columns: Columns): void {
		const [segments, begin] = this.#show(text, from, to);
		for (const { index, segment, isWordLike } of segments) {
			const end = begin + index + segment.length;
			if (end > limit) break;
			if (end <= from) continue;
			columns.push(end, isWordLike === true);
			this.#memory.learn(segment, text.slice(end, Math.min(to, end + 2)));
		}
	}

	/** A part of the text as the engine divides it, and where in the text its first index lies. */
	#show(text: string, from: number, to: number): [Intl.Segments, number] {
		const part = text.slice(from, to);
		const reminder = this.#memory.reminder(part);
		return [this.#segmenter.segment(reminder + part), from - reminder.length];
	}

	#cuts(text: string, from: number, limit: number, to: number): number[] {
		const [segments, begin] = this.#show(text, from, to);
		const cuts: number[] = [];
		let reached = from;
		for (let part = 1; part < PARTS; part++) {
			const place = from + Math.floor(((limit - from) * part) / PARTS);
			if (place < reached) continue;
			for (let tries = 0, at = place; tries < TRIES; tries++) {
				const found = segments.containing(at - begin);
				if (!found) break;
				at = begin + found.index + found.segment.length;
				reached = at;
				if (at > limit - APART) break;
				if (at - (cuts.at(-1) ?? from) < APART || !isSafeCut(text, at, found.isWordLike === true)) continue;
				cuts.push(at);
				break;
			}
		}
		return cuts;
	}
}
