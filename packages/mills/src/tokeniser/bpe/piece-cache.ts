import type { Tokens } from "./tokens.js";
import { hashOf } from "./vocabulary.js";

/** Longer pieces rarely occur again. */
const LONGEST_PIECE = 48;
const MOST_TOKENS = 16;
const ENTRIES = 1 << 14;

/**
 * The tokens of pieces that were merged before, because the same names and word forms recur in a text. Each hash has one
 * slot, and a new piece replaces the old one. The cache is bounded and never affects an answer.
 */
export class PieceCache {
	readonly #lengths = new Uint8Array(ENTRIES);
	readonly #pieces = new Uint8Array(ENTRIES * LONGEST_PIECE);
	readonly #counts = new Uint8Array(ENTRIES);
	readonly #ids = new Uint32Array(ENTRIES * MOST_TOKENS);
	/** The end of each token, relative to the start of the piece. */
	readonly #ends = new Uint8Array(ENTRIES * MOST_TOKENS);

	/** Adds the tokens of a piece if they are cached. Returns whether they are. */
	recall(bytes: Uint8Array, start: number, end: number, tokens: Tokens): boolean {
		const length = end - start;
		if (length > LONGEST_PIECE) return false;
		const entry = placeOf(bytes, start, end);
		if (this.#lengths[entry] !== length) return false;
		const pieces = this.#pieces;
		for (let i = start, at = entry * LONGEST_PIECE; i < end; i++, at++)
			if (pieces[at] !== bytes[i]) return false;
		const first = entry * MOST_TOKENS;
		const last = first + (this.#counts[entry] as number);
		for (let i = first; i < last; i++) tokens.push(this.#ids[i] as number, start + (this.#ends[i] as number));
		return true;
	}

	/** Caches the tokens of a piece, beginning with the token at `from`. */
	keep(bytes: Uint8Array, start: number, end: number, tokens: Tokens, from: number): void {
		const length = end - start;
		const count = tokens.count - from;
		if (length > LONGEST_PIECE || count > MOST_TOKENS) return;
		const entry = placeOf(bytes, start, end);
		this.#lengths[entry] = length;
		this.#counts[entry] = count;
		for (let i = 0; i < length; i++) this.#pieces[entry * LONGEST_PIECE + i] = bytes[start + i] as number;
		for (let i = 0; i < count; i++) {
			this.#ids[entry * MOST_TOKENS + i] = tokens.idAt(from + i);
			this.#ends[entry * MOST_TOKENS + i] = tokens.endAt(from + i) - start;
		}
	}
}

function placeOf(bytes: Uint8Array, start: number, end: number): number {
	return Math.imul(hashOf(bytes, start, end), 0x9e3779b1) >>> 18;
}
