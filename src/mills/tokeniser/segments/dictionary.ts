import { agreedCut } from "./agreed-cut.js";
import type { Columns } from "./columns.js";
import { Memory } from "./memory.js";
import { APART, holdsTogether, isSafeCut, shownBehind } from "./safe-cut.js";

/** What is longer is divided in steps: on Node 20 each segment costs as much as the text of its segmenter is long. */
const LEAF = 2048;
/** What is longer than this and has no safe cut is cut all the same, where two views of it agree. */
const LONGEST = 20_000;
/** Into so many parts at most in one step: to find a boundary costs about a fiftieth of what a step costs. */
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

	/** Where cuts do not help, there are few boundaries, and then the engine is quick; or odd characters by the thousand. */
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

	/** A part as the engine divides it, and where in the text its first index lies. */
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
		// Not into smaller parts than need be: with each, what lies behind it is divided again.
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
				// How a run ends says whether its segments are words: of one that is none, a part might be taken for words.
				if (!isSafeCut(text, at, found.isWordLike === true && !whole)) continue;
				cuts.push(at);
				break;
			}
		}
		return cuts;
	}
}

/** What is divided up to `limit`, which is a boundary; the engine is shown what follows it up to `to`. */
interface Part {
	readonly text: string;
	readonly from: number;
	readonly limit: number;
	readonly to: number;
}
