import type { Language } from "../pair.js";

// Words that never follow themselves, unlike "that that", "what it was was", "live in in", "para para" or "x, y y z".
const WORDS: Readonly<Record<Language, string>> = {
	en: "the|a|an|and|of|to|at|my|your|our|their|these|we|they|I|if|or|but|(?<=^(?:I|we|you|they) )(?:have|are|were)",
	es: "el|los|las|de|del|en|un|unos|unas|con|por|se|su|sus|mi|mis|tu|al|lo|me|te|pero|(?<!cada )una|(?<=^)que",
};
const expression = (words: string) =>
	new RegExp(String.raw`(?<![\p{L}\p{N}'’-])(${words}) \1(?= \p{L})(?! \1(?!\p{L}))(?<! \1 \1 \1)`, "giu");

/** Finds a word that stands twice by mistake. The first group is the word. */
export const DOUBLED: Readonly<Record<Language, RegExp>> = {
	en: expression(WORDS.en),
	es: expression(WORDS.es),
};

/** Whether the two words are one written twice. "The The", "vitamin A a day" and "Will will" are not. */
export function isDoubled(both: string, at: number): boolean {
	const [first = "", second = ""] = both.split(" ");
	return second === first.toLowerCase()
		? first === second || at === 0
		: second === first && !/^\p{Lu}\p{Ll}|^A$/u.test(first);
}
