import type { Language } from "../pair.js";

// Words that English always capitalises, as far as they are common at the start of a clause.
const ALWAYS_CAPITAL =
	/^(?:I|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|June|July|August|September|October|November|December|God|Internet|French|German|Greek|Dutch|Swiss|Czech|\p{L}{2,}(?:ish|ese|ian|ican))$/u;

/** Whether a sentence is all capitals. It needs at least four letters, so that "USA" alone is a name. */
export function isAllCapitals(text: string): boolean {
	const letters = text.match(/\p{L}/gu);
	return letters !== null && letters.length > 3 && !/\p{Ll}/u.test(text);
}

// Roman numerals of kings, chapters and centuries. In lower case they are not recognised as numbers.
const ROMAN = /^X{0,3}(?:IX|IV|V?I{0,3})$/;
// "LO VI" is "I saw it".
const SAW = /(?:^|(?<!\p{L})(?:la|las|le|les|lo|los|me|no|os|que|se|te|y|ya|yo))\P{L}+$/iu;

/** Converts capitals to sentence case, which translators handle better. */
export function asSentence(text: string, language: Language): string {
	const isNumeral = (word: string, at: number) =>
		ROMAN.test(word) &&
		!(word === "VI" && language === "es" && SAW.test(text.slice(Math.max(0, at - 8), at)));
	// Only whole words: "X1" and "B2B" are names.
	const lower = text.replace(/(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]+(?!\p{N})/gu, (word, at: number) =>
		isNumeral(word, at) ? word : word.toLowerCase(),
	);
	const pronoun = language === "en" ? lower.replace(/(?<![\p{L}\d])i(?![\p{L}\d])/gu, "I") : lower;
	return withFirst(pronoun, (letter) => letter.toUpperCase());
}

/** Gives the first letter of the answer the case of the source: lower for a clause, upper for a sentence or a title. */
export function matchFirst(source: string, answer: string, to: Language): string {
	// After a number, the first letter says nothing: "53% of them" and "El 53 % de ellos" are both right.
	const wanted = /^[^\p{L}\p{N}]*(\p{L})/u.exec(source)?.[1];
	const word = /^[^\p{L}\p{N}]*(\p{L}[\p{L}\p{M}\p{N}'’]*)/u.exec(answer)?.[1];
	if (wanted === undefined || word === undefined) return answer;
	const first = /^\p{Lu}/u.test(word);
	if (/\p{Lu}/u.test(wanted)) return first ? answer : withFirst(answer, (letter) => letter.toUpperCase());
	if (!first || /^\p{Lu}[\p{Lu}\p{N}]/u.test(word)) return answer;
	if (to === "en" && ALWAYS_CAPITAL.test(word.replace(/['’].*$/, ""))) return answer;
	// A name that both languages share keeps its capital.
	if (source.includes(word.replace(/['’]s?$/, ""))) return answer;
	return withFirst(answer, (letter) => letter.toLowerCase());
}

function withFirst(text: string, change: (letter: string) => string): string {
	return text.replace(/\p{L}/u, change);
}
