/** A direction of translation, in BCP 47 tags. */
export interface Pair {
	readonly from: string;
	readonly to: string;
}

/** Translates sentences from one language to another. */
export interface Engine {
	readonly name: string;
	/** The supported pairs: at least one, each once. */
	readonly pairs: readonly Pair[];
	/**
	 * Returns one translation per sentence, in the same order. A translation depends only on its own sentence, not on other
	 * sentences or earlier calls.
	 */
	translate(sentences: readonly string[], pair: Pair, signal: AbortSignal): Promise<readonly string[]>;
}
