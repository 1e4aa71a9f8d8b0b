/** A direction of translation, in BCP 47 tags. */
export interface Pair {
	readonly from: string;
	readonly to: string;
}

/** What turns sentences of one language into those of another. */
export interface Engine {
	readonly name: string;
	/** What it can translate; never empty, each pair once. */
	readonly pairs: readonly Pair[];
	/**
	 * Gives as many texts as came, in their order. An answer depends on its own sentence alone, not on the others and
	 * not on what was asked before.
	 */
	translate(sentences: readonly string[], pair: Pair, signal: AbortSignal): Promise<readonly string[]>;
}
