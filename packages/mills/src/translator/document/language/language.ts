import { findValues } from "../divide/data.js";
import { findOpaque } from "../divide/opaque.js";
import type { Language } from "../pair.js";
import { findItems } from "../protect/items.js";
import { foreignness } from "./neighbours.js";
import { unlikeSpanish } from "./spanish.js";
import { TABLES } from "./tables.js";

/** The result of language detection: a supported language, another one, undecided, or no words. */
type Detection =
	| { readonly kind: "language"; readonly language: Language }
	| { readonly kind: "foreign" }
	| { readonly kind: "unsure" }
	| { readonly kind: "nothing" };

// Only the start of a text is examined. The rest would cost time and change little.
const LOOKED_AT = 20_000;
const { words, trigrams } = TABLES.ours;
const ranks = { en: rank(words.en), es: rank(words.es) };
const odds = new Map<string, number>();
for (const [value, keys] of trigrams)
	for (let at = 0; at < keys.length; at += 3) odds.set(keys.slice(at, at + 3), value / 2);

// Function words of related languages that English and Spanish lack, or have so rarely that they are evidence against them.
const NEIGHBOURS = new Set(
	[
		"le les des du au aux et est une dans pour qui que pas sur avec sont cette ces ce il elle nous vous je être été ou où mais très bonjour merci oui tout toute droit à d l c n s j qu", // French
		"não uma um com os as dos das no na nos nas ao aos pelo pela são é e em seu sua eu você ele ela isso mas muito mais também obrigado obrigada olá bom dia todo toda direito à", // Portuguese
		"il lo gli i le un una di della del dei delle degli nel nella che è e non per con sono ha ogni ciao grazie buongiorno anche come questo questa suo sua più ad al alla", // Italian
		"el els les la un una i amb per que és no en del dels al als tota tots té dret seva seu aquest aquesta molt bon dia gràcies persona o d l", // Catalan
		"o os a as do da dos das no na nos nas unha un ao á e con por que é non ten toda dereito súa seu máis moi grazas bo día ou ás polo pola", // Galician
		"der die das und ist nicht ein eine zu den dem des mit für auf von im sich auch es er sie wir ich du hat haben sind jeder recht oder danke hallo guten tag auf als bei", // German
		"et in est non ad cum quod ut ex omnes omnis qui quae sunt per de ab aut sed esse hominis iure vel atque nec", // Latin
		"het een en van de dat niet met zijn voor op te ieder recht heeft dank och att det som är en ett inte på för jag si în și de la este cu nu pe sau orice", // Dutch, Swedish, Romanian
	].flatMap((list) => list.split(" ")),
);
const FOREIGN_LETTERS = /[àâãåäæçèêëìîïðòôõöøùûýÿßœþăąćčďđęěğłńňőřśşšţťůűźżžșț]|l·l/u;

/** A capital within a sentence. */
const CAPITALISED = /(?<=\p{L},? )\p{Lu}[\p{L}\p{M}]*/gu;

/**
 * Detects whether a text is in a supported language, in another language, or cannot be decided.
 *
 * @example detectLanguage("Buenos días") // { kind: "language", language: "es" }
 */
export function detectLanguage(text: string): Detection {
	const looked = valuesOf(text) ?? text.slice(0, LOOKED_AT);
	const paragraphs = looked.split(/\n\s*\n/);
	if (paragraphs.length === 1) return detect(looked);
	// Each paragraph of a mixed document counts as much as it has words.
	const counts = { en: 0, es: 0, foreign: 0 };
	for (const paragraph of paragraphs) {
		const found = detect(paragraph);
		const kind = found.kind === "language" ? found.language : found.kind;
		if (kind in counts) counts[kind as keyof typeof counts] += paragraph.match(/\p{L}+/gu)?.length ?? 0;
	}
	const total = counts.en + counts.es + counts.foreign;
	if (total === 0) return detect(looked);
	if (counts.foreign > total / 2) return { kind: "foreign" };
	return counts.en === counts.es
		? detect(looked)
		: { kind: "language", language: counts.en > counts.es ? "en" : "es" };
}

/** The values of JSON, which the translator translates. Its keys say nothing about the language. */
function valuesOf(text: string): string | undefined {
	if (!/^\s*[[{]/.test(text)) return undefined;
	const values = findValues(text)?.map(
		({ start, end, notation }) => notation?.read(text.slice(start, end)) ?? "",
	);
	return values?.join("\n\n").slice(0, LOOKED_AT);
}

function detect(text: string): Detection {
	const plain = plainOf(text);
	const words = wordsOf(plain);
	if (words.length === 0) return { kind: "nothing" };
	const latin = words.filter((word) => /^\p{Script=Latin}/u.test(word));
	if (latin.length * 2 < words.length) return { kind: "foreign" };
	let balance = /[¿¡]/.test(text) ? 3 : 0;
	let strange = 0;
	for (const word of latin) {
		const [en, es] = [likelihood(word, ranks.en), likelihood(word, ranks.es)];
		const known = en !== undefined || es !== undefined;
		balance += known ? (es ?? UNKNOWN) - (en ?? UNKNOWN) : shape(word);
	}
	const language: Language = balance > 0 ? "es" : "en";
	for (const word of latin) strange += strangeness(word, language);
	const foreign = latin.length > 1 ? foreignness(latin, language) : Number.NaN;
	const isSpanish = language === "es" && latin.length > 1;
	if (isSpanish ? isUnlikeSpanish(latin, plain, strange, foreign) : isStrange(latin, strange, foreign)) {
		// A name or a rare word is not enough evidence for another language.
		const proof = latin.some((word) => FOREIGN_LETTERS.test(word) || NEIGHBOURS.has(word));
		return { kind: proof || latin.length > 3 ? "foreign" : "unsure" };
	}
	if (!isSpanish && foreign > foreignLimit(latin.length)) return { kind: "foreign" };
	// A single word of both languages ("no", "normal") needs a clear difference.
	const shared = latin.length === 1 && [ranks.en, ranks.es].every((of) => of.has(latin[0] as string));
	return Math.abs(balance) < (shared ? 2 : 1.5) ? { kind: "unsure" } : { kind: "language", language };
}

/**
 * Spanish has near relatives, so all evidence counts together. That of the neighbours is partly the same again, so it counts
 * less. In a short text, one word may be all of it.
 */
function isUnlikeSpanish(words: readonly string[], plain: string, strange: number, foreign: number): boolean {
	const neighbours = 0.4 * Math.max(-6, Math.min(6, foreign));
	const limit = 0.5 + 0.8 * Math.max(0, 5 - words.length);
	return unlikeSpanish(withoutNames(words, plain)) + neighbours + Math.max(0, strange) > limit;
}

/** Names within a sentence say little about its language, unless it has hardly anything else: "en A Coruña". */
function withoutNames(words: readonly string[], plain: string): readonly string[] {
	const names = new Set(wordsOf((plain.match(CAPITALISED) ?? []).join(" ")));
	const others = words.filter((word) => !names.has(word));
	return others.length * 2 < words.length ? words : others;
}

function isStrange(words: readonly string[], strange: number, foreign: number): boolean {
	return strange > 0 && !(words.length > 3 && foreign < SURELY_OURS);
}

/** Below this value, no other language of the table is likely, even if some words are strange. */
const SURELY_OURS = -5;

/** How much better another language must fit than the detected one. In a short text, one or two names may be all of it. */
function foreignLimit(words: number): number {
	return Math.max(1.2, 3 - 0.7 * (words - 5));
}

/** Whether a word is one of the most frequent words of a language. */
export function isCommon(word: string, language: Language): boolean {
	return ranks[language].has(word.toLowerCase());
}

const UNKNOWN = -11;

function rank(words: string): ReadonlyMap<string, number> {
	return new Map(words.split(" ").map((word, index) => [word, index]));
}

// Zipf's law: the probability of a word falls with its rank, so no table of counts is needed.
function likelihood(word: string, of: ReadonlyMap<string, number>): number | undefined {
	const place = of.get(word);
	return place === undefined ? undefined : -Math.log(place + 8);
}

function shape(word: string): number {
	const padded = `_${word}_`;
	let sum = 0;
	for (let at = 0; at + 3 <= padded.length && at < 40; at++) sum += odds.get(padded.slice(at, at + 3)) ?? 0;
	return Math.max(-4, Math.min(4, sum));
}

/** The evidence of a word against a language: negative for common words, positive for words of related languages. */
function strangeness(word: string, language: Language): number {
	const place = ranks[language].get(word);
	if (place !== undefined) {
		if (NEIGHBOURS.has(word)) return place < 40 ? -0.3 : 0.4;
		return word.length === 1 ? -0.3 : -1;
	}
	if (FOREIGN_LETTERS.test(word)) return 1.6;
	if (NEIGHBOURS.has(word)) return 1.8;
	if (ranks[language === "en" ? "es" : "en"].has(word)) return 0.2;
	const fits = shape(word) * (language === "es" ? 1 : -1);
	return fits >= 2 ? 0 : 0.6;
}

function wordsOf(text: string): string[] {
	return text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
}

/** The text without what is never translated. */
function plainOf(text: string): string {
	let plain = "";
	let from = 0;
	const kept = [
		...findOpaque(text),
		...findItems(text).filter(({ source }) => !/^\P{Script=Latin}+$/u.test(source)),
	];
	for (const { start, end } of kept.sort((a, b) => a.start - b.start)) {
		if (start >= from) plain += `${text.slice(from, start)} `;
		from = Math.max(from, end);
	}
	plain += text.slice(from);
	return plain.normalize("NFC");
}
