import { spaced } from "./spaced.js";
import { Trie } from "./trie.js";
import { bytesAsText, utf8 } from "./utf8.js";
import { byteOf, type VocabularyFile } from "./vocabulary.js";

/** So much less likely than the least likely piece is a character that no piece has. */
const UNKNOWN_PENALTY = 10;
// This and FAR were found by asking SentencePiece 0.2.2: of the values that were tried, these alone gave
// all of its answers (0.3999 and 0.4001 miss one line in twenty that has a tag before a tie).
/** A symbol that was asked for when the model was trained is to win over every other way to write it. */
const TAG_SCORE = 0.4;
/** From here on the scores of a long text begin at 0 again, so that 32 bits still tell them apart. */
const FAR = -100_000;
const SPACE = /▁/g;
const NOTHING = ["", 0, "c"] as const;

/**
 * The tokeniser of the model: a unigram SentencePiece with byte fallback, which gives the ids that SentencePiece gives.
 *
 * @example new Pieces(file).decode(new Pieces(file).encode("Hello, world")) // "Hello, world"
 */
export class Pieces {
	readonly #pieces: VocabularyFile["pieces"];
	readonly #tags: ReadonlySet<number>;
	readonly #trie: Trie;
	/** By id: what a piece adds to the score of a path. */
	readonly #scores: Float32Array;
	readonly #unknownScore: number;
	readonly #unknown: number;
	readonly #longest: number;
	readonly #byteIds = new Uint16Array(256);

	constructor({ pieces, es, en }: VocabularyFile) {
		this.#pieces = pieces;
		this.#tags = new Set([es, en]);
		this.#unknown = pieces.findIndex(([, , kind]) => kind === "k");
		const words = new Map<string, number>();
		let least = 0;
		let bytes = 0;
		this.#scores = new Float32Array(pieces.length);
		for (const [id, [piece, exact, kind]] of pieces.entries()) {
			const score = Math.fround(exact);
			this.#scores[id] = score;
			if (kind === "n") words.set(piece, id);
			if (kind === "b") this.#byteIds[byteOf(piece)] = id;
			if (kind === "b") bytes++;
			if (kind === "n") least = Math.min(least, score);
		}
		if (bytes !== 256 || this.#unknown < 0 || pieces.length > 65_536)
			throw new TypeError(
				`Give a vocabulary with a piece for each of the 256 bytes and one for the unknown, at most 65536 in all: ${bytes} bytes, ${pieces.length} pieces`,
			);
		this.#unknownScore = Math.fround(least - UNKNOWN_PENALTY);
		for (const tag of this.#tags) this.#scores[tag] = TAG_SCORE;
		this.#longest = Math.max(...Array.from(words.keys(), (word) => word.length));
		this.#trie = new Trie(words);
	}

	/** The ids of a text, without tag and end marker; a tag that is written in the text is left out. */
	encode(text: string): Uint16Array {
		const units = spaced(text);
		const length = units.length;
		const trie = this.#trie;
		// Every sum is rounded to 32 bits, as in SentencePiece: "ab" + "c" against "c" + "ab" is a tie but for the rounding, and
		// late in a long text so is much else.
		const best = new Float32Array(length + 1).fill(Number.NEGATIVE_INFINITY);
		best[0] = 0;
		const starts = new Int32Array(length + 1);
		const ids = new Uint16Array(length + 1);
		for (let start = 0, next = 0; start < length; start = next) {
			if ((best[start] as number) < FAR) rebase(best, start, this.#longest);
			const before = best[start] as number;
			next = start + (isHigh(units[start] as number) ? 2 : 1);
			let known = false;
			for (let end = start, state = trie.root; end < length; ) {
				state = trie.step(state, units[end++] as number);
				if (state < 0) break;
				const id = trie.valueAt(state);
				if (id < 0) continue;
				if (end === next) known = true;
				const score = Math.fround(before + (this.#scores[id] as number));
				if (score <= (best[end] as number)) continue;
				best[end] = score;
				starts[end] = start;
				ids[end] = id;
			}
			const score = Math.fround(before + this.#unknownScore);
			if (known || score <= (best[next] as number)) continue;
			best[next] = score;
			starts[next] = start;
			ids[next] = this.#unknown;
		}
		return this.#path(units, starts, ids);
	}

	/** The text of some ids; control ids and tags have none. */
	decode(sequence: Iterable<number>): string {
		let text = "";
		let bytes: number[] = [];
		for (const id of sequence) {
			const [piece, , kind] = this.#pieces[id] ?? NOTHING;
			if (kind === "b") bytes.push(byteOf(piece));
			if (kind !== "n" || this.#tags.has(id)) continue;
			text += bytesAsText(bytes);
			bytes = [];
			// The space in front of the first word was put there by `encode`.
			text += piece.slice(text === "" && piece.startsWith("▁") ? 1 : 0).replace(SPACE, " ");
		}
		return text + bytesAsText(bytes);
	}

	/** Walks the best path from its end. */
	#path(units: Uint16Array, starts: Int32Array, ids: Uint16Array): Uint16Array {
		// Three bytes are the most that one code unit can become.
		const path = new Uint16Array(3 * units.length);
		let at = path.length;
		for (let end = units.length; end > 0; end = starts[end] as number) {
			const id = ids[end] as number;
			if (id === this.#unknown) {
				const bytes = utf8(units, starts[end] as number);
				for (let i = bytes.length; i > 0; i--) path[--at] = this.#byteIds[bytes[i - 1] as number] as number;
			} else if (!this.#tags.has(id)) path[--at] = id;
		}
		return path.slice(at);
	}
}

/** Takes the score at `start` from all that are known there: no piece that began earlier reaches further than the longest. */
function rebase(best: Float32Array, start: number, longest: number): void {
	const far = best[start] as number;
	for (let end = Math.min(best.length - 1, start + longest); end >= start; end--)
		best[end] = (best[end] as number) - far;
}

function isHigh(unit: number): boolean {
	return (unit & 0xfc00) === 0xd800;
}
