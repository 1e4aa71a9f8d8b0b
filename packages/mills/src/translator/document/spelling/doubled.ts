import type { Language } from "../pair.js";

// Words that never follow themselves, unlike "that that", "had had" or "muy muy".
const WORDS: Readonly<Record<Language, string>> = {
	en: "the|a|an|and|of|to|for|with|at|from|my|your|our|their|this|these|be|we|they|I|are|was|were|will|would|can|have|has|as|if|or|but",
	es: "el|los|las|de|del|en|un|una|unos|unas|y|que|con|por|para|se|su|sus|mi|mis|tu|al|es|lo|me|te|nos|como|pero|o|son|está|hay",
};
const expression = (words: string) =>
	new RegExp(String.raw`(?<![\p{L}\p{N}'’-])(${words}) \1(?= \p{L})(?! \1(?!\p{L}))(?<! \1 \1 \1)`, "giu");

/** Finds a word that stands twice by mistake. The first group is the word. */
export const DOUBLED: Readonly<Record<Language, RegExp>> = {
	en: expression(WORDS.en),
	es: expression(WORDS.es),
};
