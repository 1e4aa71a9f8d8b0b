import { detectLanguage } from "./document/language/language.js";
import type { Language } from "./document/pair.js";

/** The scores of the answers of an engine, and what is wanted of them. */
export class Scores {
	/** Whether the confidence of each sentence is wanted. */
	readonly confidence: boolean;
	/** How many other answers to each sentence are wanted. */
	readonly others: number;
	readonly #scores = new Map<string, number>();

	constructor(confidence: boolean, others: number) {
		this.confidence = confidence;
		this.others = others;
	}

	/** Keeps the score of an answer: the mean logarithm of the probability of its tokens. */
	readonly tell = (sentence: string, answer: string, score: number): void => {
		this.#scores.set(`${sentence}\n${answer}`, score);
	};

	of(sentence: string, answer: string): number {
		return this.#scores.get(`${sentence}\n${answer}`) ?? LEAST;
	}
}

const LEAST = -10;

/** What is known of one sentence: the scores of its parts, and other answers if it has only one part. */
export class Doubt {
	readonly scores: Scores;
	readonly #parts: number[] = [];
	#others: readonly string[] = [];

	constructor(scores: Scores) {
		this.scores = scores;
	}

	/** Adds a part with its score and other answers. */
	add(score: number, others: readonly string[]): void {
		this.#others = this.#parts.length === 0 ? others : [];
		this.#parts.push(score);
	}

	/** Puts the emoji and marks around the other answers that are around the sentence. */
	wrap(before: string, after: string): void {
		this.#others = this.#others.map((other) => before + other + after);
	}

	/** The other answers, without the one that was taken. */
	others(target: string): string[] {
		return [...new Set(this.#others)].filter((other) => other !== target).slice(0, this.scores.others);
	}

	/** What was asked about a sentence. */
	told(source: string, target: string, from: Language): { confidence?: number; alternatives?: string[] } {
		return {
			...(this.scores.confidence && { confidence: this.confidence(source, target, from) }),
			...(this.scores.others > 0 && { alternatives: this.others(target) }),
		};
	}

	/** How likely the translation has no serious error. A sentence that needed no engine comes from a table. */
	confidence(source: string, target: string, from: Language): number {
		if (this.#parts.length === 0) return 1;
		if (source === target) return KEPT;
		const found = detectLanguage(source);
		const strange = found.kind === "foreign" || (found.kind === "language" && found.language !== from);
		const probability = likelihood(Math.min(...this.#parts));
		return Math.round(100 * (strange ? Math.min(KEPT, probability) : probability)) / 100;
	}
}

const KEPT = 0.1;

// Fitted to 270 sentences that were translated and judged.
const [INTERCEPT, SLOPE, LEAST_LOSS] = [-2.1, -1.98, 0.01];

/** From a score to the probability that nothing is seriously wrong. */
export function likelihood(score: number): number {
	return 1 / (1 + Math.exp(-(INTERCEPT + SLOPE * Math.log(LEAST_LOSS - Math.min(0, score)))));
}
