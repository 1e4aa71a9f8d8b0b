import { spaced } from "./spaced.js";
import { Trie } from "./trie.js";
import { bytesAsText, utf8 } from "./utf8.js";
import { byteOf, type VocabularyFile } from "./vocabulary.js";

/** A character without a piece scores this much less than the least likely piece. */
const UNKNOWN_PENALTY = 10;
// This value and FAR were found by comparing with SentencePiece 0.2.2. Of the values that we tried, only these gave all its
// answers (0.3999 and 0.4001 fail on one in twenty of the lines that have a tag before a tie).
/** The score of a user-defined symbol: it must win over every other segmentation. */
const TAG_SCORE = 0.4;
/** Below this score, the scores of a long text restart at 0, so that 32 bits can still distinguish them. */
const FAR = -100_000;
const SPACE = /▁/g;
const NOTHING = ["", 0, "c"] as const;

/**
 * The tokeniser of the model: a unigram SentencePiece with byte fallback. It returns the same ids as SentencePiece.
 *
 * @example new Pieces(file).decode(new Pieces(file).encode("Hello, world")) // "Hello, world"
 */
export class Pieces {
	readonly #pieces: VocabularyFile["pieces"];
	readonly #tags: ReadonlySet<number>;
	readonly #trie: Trie;
	/** The score of each piece, by id. */
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
				`The vocabulary has ${bytes} bytes and ${pieces.length} pieces. It must have a piece for each of the 256 bytes, an unknown piece and at most 65536 pieces.`,
			);
		this.#unknownScore = Math.fround(least - UNKNOWN_PENALTY);
		for (const tag of this.#tags) this.#scores[tag] = TAG_SCORE;
		this.#longest = Math.max(...Array.from(words.keys(), (word) => word.length));
		this.#trie = new Trie(words);
	}

	/** The ids of a text, without tag and end marker. Tags in the text are removed. */
	encode(text: string): Uint16Array {
		const units = spaced(text);
		const length = units.length;
		const trie = this.#trie;
		// Every sum is rounded to 32 bits, as in SentencePiece. Rounding decides ties such as "ab" + "c" against "c" + "ab", and
		// far into a long text it decides many more.
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

	/** The text of ids. Control ids and tags have no text. */
	decode(sequence: Iterable<number>): string {
		let text = "";
		let bytes: number[] = [];
		for (const id of sequence) {
			const [piece, , kind] = this.#pieces[id] ?? NOTHING;
			if (kind === "b") bytes.push(byteOf(piece));
			if (kind !== "n" || this.#tags.has(id)) continue;
			text += bytesAsText(bytes);
			bytes = [];
			// `encode` added the space before the first word.
			text += piece.slice(text === "" && piece.startsWith("▁") ? 1 : 0).replace(SPACE, " ");
		}
		return text + bytesAsText(bytes);
	}

	/** Follows the best path from its end. */
	#path(units: Uint16Array, starts: Int32Array, ids: Uint16Array): Uint16Array {
		// A code unit becomes at most three bytes.
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

/** Subtracts the score at `start` from all scores after it. No earlier piece reaches further than the longest piece. */
function rebase(best: Float32Array, start: number, longest: number): void {
	const far = best[start] as number;
	for (let end = Math.min(best.length - 1, start + longest); end >= start; end--)
		best[end] = (best[end] as number) - far;
}

function isHigh(unit: number): boolean {
	return (unit & 0xfc00) === 0xd800;
}
