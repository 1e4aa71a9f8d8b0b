import { MinHeap } from "./min-heap.js";
import type { Tokens } from "./tokens.js";
import { extendHash, hashBetween, LONGEST, NONE, type Vocabulary } from "./vocabulary.js";

/** A rank and a place are stored in one number that sorts by rank first. Places are below this limit. */
const PLACES = 2 ** 27;

/** Pieces up to this length share their arrays. Longer ones are rare, and their arrays are freed. */
const SHARED = 4_096;

/**
 * The same merging for long pieces, in n·log n steps. A heap holds the candidates, and the lengths of the parts lead to
 * their neighbours. A mebibyte of one letter is one piece, and so is a text of spaces.
 */
export class LongMerge {
	readonly #vocabulary: Vocabulary;
	readonly #shared = new Workspace(SHARED);
	#space = this.#shared;
	/** The piece: its bytes and its position in them. Places are offsets in the piece. */
	#bytes: Uint8Array = new Uint8Array();
	#start = 0;
	#length = 0;

	constructor(vocabulary: Vocabulary) {
		this.#vocabulary = vocabulary;
	}

	/** Adds the tokens of the piece from `start` to `end`. */
	merge(bytes: Uint8Array, start: number, end: number, tokens: Tokens): void {
		this.#bytes = bytes;
		this.#start = start;
		this.#length = end - start;
		this.#space = this.#length > SHARED ? new Workspace(this.#length) : this.#shared;
		this.#split();
		const { ranks, lengths, heap } = this.#space;
		while (heap.size > 0) {
			const candidate = heap.pop();
			const at = candidate % PLACES;
			// A candidate that was merged in the meantime now has another rank or none.
			if (ranks[at] === (candidate - at) / PLACES) this.#unite(at);
		}
		for (let at = 0; at < this.#length; ) {
			const next = at + (lengths[at] as number);
			tokens.push(this.#find(at, next), start + next);
			at = next;
		}
		this.#space = this.#shared;
	}

	/** Makes every byte a part. */
	#split(): void {
		const vocabulary = this.#vocabulary;
		const bytes = this.#bytes;
		const start = this.#start;
		const last = this.#length - 1;
		const { lengths, ranks, hashes, heap } = this.#space;
		heap.size = 0;
		let hash = 0;
		for (let i = 0; i <= last; i++) {
			const byte = bytes[start + i] as number;
			hash = extendHash(hash, byte);
			hashes[i + 1] = hash;
			lengths[i] = 1;
			const rank = i < last ? vocabulary.rankOfPair(byte, bytes[start + i + 1] as number) : NONE;
			ranks[i] = rank;
			if (rank !== NONE) heap.append(rank * PLACES + i);
		}
		heap.order();
	}

	/** Joins the part at `at` with the next one. */
	#unite(at: number): void {
		const { lengths, ranks } = this.#space;
		const next = at + (lengths[at] as number);
		const end = next + (lengths[next] as number);
		ranks[next] = NONE;
		lengths[at] = end - at;
		lengths[end - 1] = end - at;
		this.#consider(at, end);
		if (at > 0) this.#consider(at - (lengths[at - 1] as number), at);
	}

	/** Adds a candidate if the part from `at` to `next` and the part after it form a token. */
	#consider(at: number, next: number): void {
		const { lengths, ranks, heap } = this.#space;
		const rank = next < this.#length ? this.#find(at, next + (lengths[next] as number)) : NONE;
		ranks[at] = rank;
		if (rank !== NONE) heap.push(rank * PLACES + at);
	}

	#find(from: number, to: number): number {
		const length = to - from;
		if (length > LONGEST) return NONE;
		const { hashes } = this.#space;
		const hash = hashBetween(hashes[from] as number, hashes[to] as number, length);
		return this.#vocabulary.find(this.#bytes, this.#start + from, this.#start + to, hash);
	}
}

/** The arrays for merging a piece of a given length. */
class Workspace {
	/** The length of each part, at its first and its last byte. It leads to the next and the previous part. */
	readonly lengths: Uint8Array;
	/** The rank of a part joined with the next one, at the first byte of the part. */
	readonly ranks: Int32Array;
	/** The hashes of the piece's prefixes. */
	readonly hashes: Int32Array;
	readonly heap: MinHeap;

	constructor(length: number) {
		this.lengths = new Uint8Array(length);
		this.ranks = new Int32Array(length);
		this.hashes = new Int32Array(length + 1);
		this.heap = new MinHeap(length);
	}
}
