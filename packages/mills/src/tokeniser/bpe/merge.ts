import { LongMerge } from "./merge-long.js";
import type { Tokens } from "./tokens.js";
import { extendHash, hashBetween, LONGEST, NONE, type Vocabulary } from "./vocabulary.js";

/** Up to this number of bytes, checking all pairs each time is faster than keeping a heap. */
const SHORT = 40;

/**
 * Splits pieces that are not tokens into tokens. It repeatedly joins the two neighbours whose union has the lowest rank,
 * and the leftmost pair if several have that rank.
 */
export class Merger {
	readonly #vocabulary: Vocabulary;
	readonly #long: LongMerge;
	/** The start of each part, its token, and the rank of its union with the next part. */
	readonly #starts = new Int32Array(SHORT + 1);
	readonly #ids = new Int32Array(SHORT + 1);
	readonly #ranks = new Int32Array(SHORT + 1);
	/** The hashes of the piece's prefixes. */
	readonly #hashes = new Int32Array(SHORT + 1);

	constructor(vocabulary: Vocabulary) {
		this.#vocabulary = vocabulary;
		this.#long = new LongMerge(vocabulary);
	}

	/** Adds the tokens of the piece from `start` to `end`. */
	merge(bytes: Uint8Array, start: number, end: number, tokens: Tokens): void {
		if (end - start > SHORT) this.#long.merge(bytes, start, end, tokens);
		else this.#mergeShort(bytes, start, end, tokens);
	}

	#mergeShort(bytes: Uint8Array, start: number, end: number, tokens: Tokens): void {
		const starts = this.#starts;
		const ids = this.#ids;
		const ranks = this.#ranks;
		let parts = this.#split(bytes, start, end);
		for (;;) {
			let lowest = NONE;
			let at = 0;
			for (let i = 0; i < parts - 1; i++)
				if ((ranks[i] as number) < lowest) {
					lowest = ranks[i] as number;
					at = i;
				}
			if (lowest === NONE) break;
			ids[at] = lowest;
			parts--;
			for (let i = at + 1; i <= parts; i++) {
				starts[i] = starts[i + 1] as number;
				ids[i] = ids[i + 1] as number;
				ranks[i] = ranks[i + 1] as number;
			}
			if (at > 0) ranks[at - 1] = this.#rank(bytes, start, at - 1);
			if (at + 1 < parts) ranks[at] = this.#rank(bytes, start, at);
		}
		for (let i = 0; i < parts; i++) tokens.push(ids[i] as number, start + (starts[i + 1] as number));
	}

	/** Makes every byte a part. */
	#split(bytes: Uint8Array, start: number, end: number): number {
		const vocabulary = this.#vocabulary;
		const length = end - start;
		let hash = 0;
		for (let i = 0; i < length; i++) {
			const byte = bytes[start + i] as number;
			this.#starts[i] = i;
			this.#ids[i] = vocabulary.rankOfByte(byte);
			this.#ranks[i] = i + 1 < length ? vocabulary.rankOfPair(byte, bytes[start + i + 1] as number) : NONE;
			hash = extendHash(hash, byte);
			this.#hashes[i + 1] = hash;
		}
		this.#starts[length] = length;
		return length;
	}

	/** Returns the rank of a part's union with the next part. */
	#rank(bytes: Uint8Array, start: number, part: number): number {
		const from = this.#starts[part] as number;
		const to = this.#starts[part + 2] as number;
		if (to - from > LONGEST) return NONE;
		const hash = hashBetween(this.#hashes[from] as number, this.#hashes[to] as number, to - from);
		return this.#vocabulary.find(bytes, start + from, start + to, hash);
	}
}
