import { Classes, type Sorting } from "./classes.js";
import { Columns } from "./columns.js";
import { Dictionary } from "./dictionary.js";
import { GRAPHEME_SORTING } from "./grapheme-classes.js";
import { graphemes } from "./grapheme-rules.js";
import type { Memory } from "./memory.js";
import { SENTENCE_SORTING } from "./sentence-classes.js";
import { sentences } from "./sentence-rules.js";
import { WORD_SORTING } from "./word-classes.js";
import { words } from "./word-rules.js";

/** The units into which a text is divided. */
export type Granularity = "word" | "sentence" | "grapheme";

/** Divides a text by our own rules. Returns false if the text has a character for which the rules have no class. */
type Divide = (
	text: string,
	classes: Classes,
	columns: Columns,
	segmenter: Intl.Segmenter,
	memory?: Memory,
) => boolean;

const RULES: Readonly<Record<Granularity, { sorting: Sorting; divide: Divide }>> = {
	grapheme: { sorting: GRAPHEME_SORTING, divide: graphemes },
	sentence: { sorting: SENTENCE_SORTING, divide: sentences },
	word: {
		sorting: WORD_SORTING,
		divide(text, classes, columns, segmenter, memory) {
			words(text, classes, columns, new Dictionary(segmenter, memory));
			return true;
		},
	},
};

/** The length of the trial text. It contains every pair of classes several times, and most rules are about pairs. */
const TRIAL = 2_000;

/** The rules of one granularity and one locale, with the classes of characters in that locale. */
export class Rules {
	readonly #segmenter: Intl.Segmenter;
	readonly #granularity: Granularity;
	readonly #classes: Classes;
	readonly #sound: boolean;

	constructor(granularity: Granularity, locale: string) {
		this.#segmenter = new Intl.Segmenter(locale, { granularity });
		this.#granularity = granularity;
		// The engine divides some texts differently after it has loaded its dictionary, so the dictionary is always loaded first.
		for (const _ of this.#segmenter.segment("漢漢"));
		const { sorting } = RULES[granularity];
		this.#classes = new Classes(this.#segmenter, sorting);
		this.#sound = this.#agreesOn(mixed([...sorting.samples.values()]));
	}

	/**
	 * Divides a text by our own rules, or by the engine's if a later Unicode version has changed them. The pieces of a long text
	 * share a memory.
	 */
	divide(text: string, memory?: Memory): Columns {
		return (this.#sound && this.#byRules(text, memory)) || this.#byEngine(text);
	}

	#byRules(text: string, memory?: Memory): Columns | undefined {
		const columns = new Columns(this.#granularity === "word");
		const { divide } = RULES[this.#granularity];
		return divide(text, this.#classes, columns, this.#segmenter, memory) ? columns : undefined;
	}

	#byEngine(text: string): Columns {
		const columns = new Columns(this.#granularity === "word");
		for (const { index, segment, isWordLike } of this.#segmenter.segment(text)) {
			columns.push(index + segment.length, isWordLike === true);
		}
		return columns;
	}

	#agreesOn(text: string): boolean {
		const ours = this.#byRules(text)?.finish();
		const { ends, wordLike } = this.#byEngine(text).finish();
		return (
			ours !== undefined && String(ours.ends) === String(ends) && String(ours.wordLike) === String(wordLike)
		);
	}
}

/** Returns characters in an order that looks random but is always the same. */
function mixed(characters: readonly string[]): string {
	let text = "";
	for (let state = 1; text.length < TRIAL; ) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		text += characters[Math.floor((state / 2 ** 32) * characters.length)];
	}
	return text;
}
