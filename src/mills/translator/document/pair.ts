/** A language on offer. */
export type Language = "en" | "es";

/** From which language into which. */
export type Pair = { readonly from: Language; readonly to: Language };

/** Translates single sentences of plain text, as many answers as questions and in the same order. */
export type Engine = (sentences: readonly string[]) => Promise<readonly string[]>;

/** How long a sentence is in the engine's eyes, and how long it may be. */
export type Budget = { readonly measure: (text: string) => number; readonly longest: number };

/** A stretch of a text: from `start` up to, not including, `end`. */
export type Range = { readonly start: number; readonly end: number };
