import { readFileSync } from "node:fs";
import { batchesOf } from "./batches.js";
import { checkModel } from "./model-files.js";
import { Network, type Shape } from "./network.js";
import { Pieces } from "./pieces.js";
import { plain } from "./plain.js";
import { type Translation, translateIds } from "./search.js";
import { SEARCHES, type Search } from "./searches.js";
import type { VocabularyFile } from "./vocabulary.js";

/** The maximum number of tokens of a sentence. A longer sentence is split in half. */
const LONGEST = 110;

/** The score of a sentence without a translation. */
const UNLIKELY = -10;

/** Our own model: English to Spanish and Spanish to English. */
export class NativeEngine {
	readonly #network: Network;
	readonly #pieces: Pieces;
	readonly #file: VocabularyFile;

	private constructor(network: Network, file: VocabularyFile) {
		this.#network = network;
		this.#file = file;
		this.#pieces = new Pieces(file);
	}

	/** Checks every file of the model in a folder, then loads it. Takes the networks from `packed` if they are there. */
	static async load(folder: URL, packed?: URL): Promise<NativeEngine> {
		checkModel(folder);
		const file: VocabularyFile & Shape = JSON.parse(readFileSync(new URL("vocab.json", folder), "utf8"));
		return new NativeEngine(await Network.load(folder, file, packed), file);
	}

	/** The number of tokens of a text. */
	measure(text: string): number {
		return this.#pieces.encode(plain(text)).length;
	}

	/** Translates sentences into a language. The answers are in the order of the sentences. */
	async translate(sentences: readonly string[], to: "en" | "es", signal: AbortSignal): Promise<string[]> {
		const found = await this.candidates(sentences, to, SEARCHES.best, signal);
		return found.map(([best = ""]) => best);
	}

	/** The translations of each sentence that were found, the best first, in the order of the sentences. */
	async candidates(
		sentences: readonly string[],
		to: "en" | "es",
		search: Search,
		signal: AbortSignal,
		tell?: (sentence: string, answer: string, score: number) => void,
	): Promise<string[][]> {
		const stretches = sentences.flatMap((sentence, owner) =>
			this.#fitting(plain(sentence)).map((ids) => ({
				owner,
				source: [this.#file[to], ...ids, this.#file.eos],
			})),
		);
		const said: string[][] = new Array(stretches.length).fill([]);
		const least: number[] = new Array(sentences.length).fill(0);
		for (const batch of batchesOf(stretches.map(({ source }) => source.length))) {
			const sources = batch.map((place) => stretches[place]?.source ?? []);
			const found = await translateIds(this.#network, sources, this.#file.eos, search, signal);
			for (const [i, place] of batch.entries()) {
				const translations = found[i]?.[0]?.whole ? found[i] : await this.#again(sources[i] ?? [], signal);
				said[place] = [...new Set(translations.map(({ ids }) => this.#pieces.decode(ids)))];
				if (tell === undefined) continue;
				const owner = stretches[place]?.owner as number;
				const sentence = sentences[owner] as string;
				// The worse of two equal answers comes later, so the better one is told last.
				for (const { ids, score } of translations.toReversed())
					tell(sentence, this.#pieces.decode(ids), score);
				least[owner] = Math.min(least[owner] as number, translations[0]?.score ?? UNLIKELY);
			}
		}
		const answers: string[][][] = sentences.map(() => []);
		for (const [i, { owner }] of stretches.entries()) answers[owner]?.push(said[i] ?? []);
		return answers.map((parts, owner) => {
			if (parts.length === 1) return parts[0] as string[];
			const joined = parts.map(([best = ""]) => best).join(" ");
			tell?.(sentences[owner] as string, joined, least[owner] as number);
			return [joined];
		});
	}

	/** A second, wider search for a sentence whose translation got stuck in a loop. */
	async #again(source: readonly number[], signal: AbortSignal): Promise<Translation[]> {
		const [found = []] = await translateIds(this.#network, [source], this.#file.eos, SEARCHES.many, signal);
		return found;
	}

	/** The ids of a sentence, or of its halves if it is too long. It is split at a space if there is one. */
	#fitting(sentence: string): (readonly number[])[] {
		if (sentence === "") return [];
		const ids = Array.from(this.#pieces.encode(sentence));
		if (ids.length <= LONGEST || sentence.length < 2) return [ids];
		const middle = cutPoint(sentence);
		return [sentence.slice(0, middle).trim(), sentence.slice(middle).trim()].flatMap((half) =>
			this.#fitting(half),
		);
	}
}

/** The space nearest to the middle, or else the middle, but never inside a surrogate pair. */
function cutPoint(sentence: string): number {
	const middle = sentence.length >> 1;
	const before = sentence.lastIndexOf(" ", middle);
	const after = sentence.indexOf(" ", middle);
	const space = after < 0 || (before > 0 && middle - before < after - middle) ? before : after;
	if (space > 0) return space;
	const unit = sentence.charCodeAt(middle);
	return unit >= 0xdc00 && unit < 0xe000 ? middle + 1 : middle;
}
