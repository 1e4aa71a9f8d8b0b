/** An agent pays for the descriptions of all tools in every conversation, so each has at most this many characters. */
export const MOST_TEXT = 600;

/** A table, code, a list or a heading is not made of sentences. */
const NO_PROSE = /^(?:\||```| {4}|\t|[-*] |\d+\. |#)/;
const DEPRECATED = /^\*\*Deprecated\*\*/;
const LIMITS = /^\W*(?:limits?|warnings?|caution)\b/i;
const WARNING = /\b(?:do not|never|warning)\b/i;
const BOUND = /\b(?:at most|up to|limit)\b/i;

interface Sentence {
	readonly text: string;
	readonly paragraph: number;
	/** A smaller rank is more important. */
	readonly rank: number;
}

/**
 * The description of a tool, from the text of its mill: the summary and a deprecation, then whole sentences that warn, that
 * name limits, and that begin the description, as many as fit. They stay in order. The rest of the text is for people, who
 * find it in the mill's own description. `added` comes last and is always there.
 */
export function toolText(text: string, added: readonly string[] = []): string {
	const sentences = sentencesOf(text);
	let left = MOST_TEXT - added.reduce((sum, one) => sum + GAP.length + one.length, 0);
	const chosen = new Map<Sentence, string>();
	for (const sentence of sentences.toSorted((a, b) => a.rank - b.rank)) {
		const fitting = sentence.rank === 0 ? cutAtWord(sentence.text, left) : sentence.text;
		if (fitting.length > left) continue;
		chosen.set(sentence, fitting);
		left -= fitting.length + GAP.length;
	}
	const paragraphs = new Map<number, string>();
	for (const sentence of sentences) {
		const words = chosen.get(sentence);
		const before = paragraphs.get(sentence.paragraph);
		if (words) paragraphs.set(sentence.paragraph, before === undefined ? words : `${before} ${words}`);
	}
	return [...paragraphs.values(), ...added].join(GAP);
}

const GAP = "\n\n";

function sentencesOf(text: string): Sentence[] {
	const [summary = "", ...others] = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
	const opening = others.findIndex((paragraph) => !DEPRECATED.test(paragraph));
	const rankIn = (paragraph: string, at: number, sentence: string): number | undefined => {
		if (DEPRECATED.test(paragraph)) return 0;
		if (NO_PROSE.test(paragraph)) return undefined;
		if (WARNING.test(sentence)) return 1;
		if (LIMITS.test(paragraph)) return 2;
		return BOUND.test(sentence) ? 3 : at === opening ? 4 : undefined;
	};
	return [
		{ text: inOneLine(summary), paragraph: 0, rank: 0 },
		...others.flatMap((paragraph, at) =>
			inOneLine(paragraph)
				.split(/(?<=[.!?]\**) (?=\W*\p{Lu}|`)/u)
				.flatMap((sentence) => {
					const rank = rankIn(paragraph, at, sentence);
					return rank === undefined ? [] : { text: sentence, paragraph: at + 1, rank };
				}),
		),
	];
}

function inOneLine(paragraph: string): string {
	return paragraph.replace(/\s+/g, " ").trim();
}

function cutAtWord(text: string, most: number): string {
	if (text.length <= most) return text;
	return `${text.slice(0, Math.max(0, text.lastIndexOf(" ", most - 1)))}…`;
}

/** The name of a tool as people read it: "word-counter" is "Word counter". */
export function toolTitle(name: string): string {
	const words = name.replaceAll("-", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
}
