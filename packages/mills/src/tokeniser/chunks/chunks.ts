import type { Tokens } from "../bpe/tokens.js";
import { covering, type Spans } from "../listing/spans.js";
import { wholeCharacter } from "../segments/agreed-cut.js";
import { type ChunkUnit, type Level, levelsFrom, type Places } from "./places.js";

/** How a text is divided into chunks. */
export interface ChunkRule {
	/** The maximum number of tokens in a chunk, at least 4. */
	readonly size: number;
	/** The maximum number of tokens that a chunk repeats from the previous one, at most half of `size`. */
	readonly overlap: number;
	readonly on: ChunkUnit;
}

/** The chunks of a text as columns, with offsets in UTF-16. */
export interface Chunks extends Spans {
	/** The number of tokens of each chunk when it is encoded alone. */
	readonly counts: Uint32Array;
}

/** The expected number of characters per token before any chunk is known. */
const FIRST_GUESS = 4;
/** A window is longer than the last chunk, so that one attempt is usually enough. */
const MARGIN = 1.25;

/**
 * Divides a text into chunks of at most `size` tokens. Each is as long as possible and cut at the best place. Every
 * chunk is encoded by itself, so its count is exact. White space that would be a separate chunk is omitted. Two
 * consecutive chunks have together more than half of `size` new tokens, and a window costs at most as much as the
 * last chunk or this one, so the time is linear.
 */
export function chunk(
	text: string,
	encode: (part: string) => Tokens,
	places: Places,
	rule: ChunkRule,
): Chunks {
	const chunker = new Chunker(text, encode, places, rule);
	const chunks: Chunk[] = [];
	for (let done = 0, again = 0; done < text.length; ) {
		const found = chunker.next(again, done);
		const { start, end } = found;
		const blank = text.slice(done, end).trim() === "";
		if (!blank) chunks.push(found);
		done = end;
		again = !blank && done < text.length && rule.overlap > 0 ? chunker.repeated(start, done) : done;
	}
	return {
		starts: Uint32Array.from(chunks, ({ start }) => start),
		ends: Uint32Array.from(chunks, ({ end }) => end),
		counts: Uint32Array.from(chunks, ({ count }) => count),
	};
}

interface Chunk {
	readonly start: number;
	readonly end: number;
	readonly count: number;
}

class Chunker {
	readonly #text: string;
	readonly #encode: (part: string) => Tokens;
	readonly #places: Places;
	readonly #rule: ChunkRule;
	readonly #levels: readonly Level[];
	#guess: number;

	constructor(text: string, encode: (part: string) => Tokens, places: Places, rule: ChunkRule) {
		this.#text = text;
		this.#encode = encode;
		this.#places = places;
		this.#rule = rule;
		this.#levels = levelsFrom(rule.on);
		this.#guess = rule.size * FIRST_GUESS;
	}

	/** Returns the chunk that begins at `again`, or at `done` if the repeated part leaves no room for a whole unit. */
	next(again: number, done: number): Chunk {
		const starts = again < done ? [again, done] : [done];
		const reaches = new Map<number, Uint32Array>();
		for (const level of this.#levels)
			for (const start of starts) {
				const reach = reaches.get(start) ?? this.#reach(start);
				reaches.set(start, reach);
				const found = this.#fit(start, done, level, reach);
				if (found) {
					this.#guess = Math.ceil((found.end - start) * MARGIN) + 16;
					return found;
				}
			}
		// A code point has at most four bytes, and so at most four tokens.
		const end = done + ((this.#text.codePointAt(done) ?? 0) > 0xffff ? 2 : 1);
		return { start: done, end, count: this.#encode(this.#text.slice(done, end)).count };
	}

	/** Returns the start of the part that the next chunk repeats: the best place that leaves at most `overlap` tokens. */
	repeated(start: number, end: number): number {
		const { overlap } = this.#rule;
		const part = this.#text.slice(start, end);
		const { starts } = covering(part, this.#encode(part).ends);
		if (starts.length <= overlap) return end;
		const from = start + (starts[starts.length - overlap] as number);
		for (const level of this.#levels) {
			const place = this.#places.firstFrom(level, from);
			// Encoded alone, the repeated part may have one token more than it has after the text before it.
			if (place < end && this.#encode(this.#text.slice(place, end)).count <= overlap) return place;
		}
		return end;
	}

	/** Returns the longest chunk from `start` that ends after `done`, at a place of the level, and fits. */
	#fit(start: number, done: number, level: Level, reach: Uint32Array): Chunk | undefined {
		// A part that ends inside a token may have a few tokens more, so step back, further each time.
		for (let step = 1, at = reach.length - 1; at >= 0; at -= step, step *= 2) {
			const end = this.#places.lastUpTo(level, reach[at] as number);
			if (end <= done) return undefined;
			const { count } = this.#encode(this.#text.slice(start, end));
			if (count <= this.#rule.size) return { start, end, count };
		}
		return undefined;
	}

	/** Returns the ends of the tokens from `start` on, as many as fit into a chunk. */
	#reach(start: number): Uint32Array {
		const { size } = this.#rule;
		const { length } = this.#text;
		for (let wanted = this.#guess; ; wanted *= 2) {
			const end = wholeCharacter(this.#text, Math.min(length, start + wanted));
			const window = this.#text.slice(start, end);
			const tokens = this.#encode(window);
			if (tokens.count <= size && end < length) continue;
			const { ends } = covering(window, tokens.ends);
			return ends.subarray(0, size).map((place) => start + place);
		}
	}
}
