/** A supported language. */
export type Language = "en" | "es";

/** Source and target language. */
export type Pair = { readonly from: Language; readonly to: Language };

/** How many answers a sentence needs: the best one, or many to choose from. */
export type Wanted = "best" | "many";

/**
 * Translates single sentences of plain text. Returns the answers to each sentence, the best first, in the order of the
 * sentences. There is at least one, unless many are wanted.
 */
export type TranslateSentences = (
	sentences: readonly string[],
	wanted: Wanted,
) => Promise<readonly (readonly string[])[]>;

/** How the engine measures the length of a sentence, and the maximum length. */
export type Budget = { readonly measure: (text: string) => number; readonly longest: number };

/** A part of a text, from `start` to `end` (exclusive). */
export type Range = { readonly start: number; readonly end: number };
