import { Merger } from "./merge.js";
import { PieceCache } from "./piece-cache.js";
import type { NextPiece } from "./pieces.js";
import type { Utf8Text } from "./text.js";
import type { Tokens } from "./tokens.js";
import { hashOf, LONGEST, NONE, type Vocabulary } from "./vocabulary.js";

/** Byte pair encoding, equal to tiktoken's. The pattern splits a text into pieces, and the ranks split a piece into tokens. */
export class Encoder {
	readonly #vocabulary: Vocabulary;
	readonly #nextPiece: NextPiece;
	readonly #merger: Merger;
	readonly #cache = new PieceCache();

	constructor(vocabulary: Vocabulary, nextPiece: NextPiece) {
		this.#vocabulary = vocabulary;
		this.#nextPiece = nextPiece;
		this.#merger = new Merger(vocabulary);
	}

	/** Adds the tokens of a text that begins at the byte `offset` of a longer text. */
	encode(text: Utf8Text, tokens: Tokens, offset: number): void {
		tokens.offset = offset;
		const nextPiece = this.#nextPiece;
		const { length } = text;
		for (let at = 0; at < length; ) {
			const end = nextPiece(text, at);
			this.#encodePiece(text.bytes, at, end, tokens);
			at = end;
		}
	}

	#encodePiece(bytes: Uint8Array, start: number, end: number, tokens: Tokens): void {
		const whole = this.#whole(bytes, start, end);
		if (whole !== NONE) tokens.push(whole, end);
		else this.#merge(bytes, start, end, tokens);
	}

	/** Looks up a whole piece, because most pieces are tokens. */
	#whole(bytes: Uint8Array, start: number, end: number): number {
		const length = end - start;
		if (length === 1) return this.#vocabulary.rankOfByte(bytes[start] as number);
		return length > LONGEST ? NONE : this.#vocabulary.find(bytes, start, end, hashOf(bytes, start, end));
	}

	#merge(bytes: Uint8Array, start: number, end: number, tokens: Tokens): void {
		if (this.#cache.recall(bytes, start, end, tokens)) return;
		const before = tokens.count;
		this.#merger.merge(bytes, start, end, tokens);
		this.#cache.keep(bytes, start, end, tokens, before);
	}
}
