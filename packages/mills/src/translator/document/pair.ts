/** A supported language. */
export type Language = "en" | "es";

/** Source and target language. */
export type Pair = { readonly from: Language; readonly to: Language };

/** Translates single sentences of plain text. Returns one answer per sentence, in the same order. */
export type TranslateSentences = (sentences: readonly string[]) => Promise<readonly string[]>;

/** How the engine measures the length of a sentence, and the maximum length. */
export type Budget = { readonly measure: (text: string) => number; readonly longest: number };

/** A part of a text, from `start` to `end` (exclusive). */
export type Range = { readonly start: number; readonly end: number };
