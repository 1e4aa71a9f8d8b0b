import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** Values with their keys. */
type Groups = readonly (readonly [value: number, keys: string])[];

/**
 * What is known about the languages: compressed, because it is 400 KB of words and letters. No command makes it again: some of the texts
 * that were counted are not in the repository. `models/translator/README.md` names them.
 */
interface Tables {
	readonly ours: {
		/** The most common words of each language, the most frequent first. */
		readonly words: Readonly<Record<"en" | "es", string>>;
		/** Twice the log of the ratio of the probability of three letters in Spanish and English; "_" is the end of a word. */
		readonly trigrams: Groups;
	};
	readonly neighbours: {
		readonly languages: string;
		/**
		 * The most frequent words of each language. A digit in base 36 for each language follows: minus twice the logarithm of
		 * the probability of the word.
		 */
		readonly words: string;
		/** The same for three letters; "_" is the end of a word. */
		readonly trigrams: string;
	};
	/**
	 * Four times the weight of letters and words against Spanish. "_" is the end of a word: "_o_" is the whole word "o", "_e_o_"
	 * are the words "e o", and "^_o_" is "o" as the first word.
	 */
	readonly spanish: Groups;
}

const FILE = new URL("../../../../models/translator/languages.json.br", import.meta.url);

export const TABLES: Tables = JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString());
