import { Merger } from "./merge.js";
import { PieceCache } from "./piece-cache.js";
import type { NextPiece } from "./pieces.js";
import type { Utf8Text } from "./text.js";
import type { Tokens } from "./tokens.js";
import { hashOf, LONGEST, NONE, type Vocabulary } from "./vocabulary.js";

/** Byte pair encoding, equal to tiktoken's: a text in pieces by the pattern, each piece in tokens by the ranks. */
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

	/** Adds the tokens of the text; special tokens in it are text like any other. */
	encode(text: Utf8Text, tokens: Tokens): void {
		const nextPiece = this.#nextPiece;
		const { length } = text;
		for (let at = 0; at < length; ) {
			const end = nextPiece(text, at);
			this.#encodePiece(text.bytes, at, end, tokens);
			at = end;
		}
	}

	#encodePiece(bytes: Uint8Array, start: number, end: number, tokens: Tokens): void {
		if (end - start === 1) return tokens.push(this.#vocabulary.rankOfByte(bytes[start] as number), end);
		if (end - start > LONGEST) return this.#merger.merge(bytes, start, end, tokens);
		const hash = hashOf(bytes, start, end);
		const whole = this.#vocabulary.find(bytes, start, end, hash);
		if (whole !== NONE) return tokens.push(whole, end);
		if (this.#cache.recall(bytes, start, end, hash, tokens)) return;
		const before = tokens.count;
		this.#merger.merge(bytes, start, end, tokens);
		this.#cache.keep(bytes, start, end, hash, tokens, before);
	}
}
