import type { Pair } from "../pair.js";
import { readNumber, writeNumber } from "./numbers.js";

// In English a billion is 10⁹, in Spanish a billón is 10¹², and models trained on both confuse them. So we convert all such
// numbers to millions before the translation, and set the right word afterwards.
const ENGLISH: Readonly<Record<string, number>> = { million: 6, billion: 9, trillion: 12, quadrillion: 15 };
const EN_SCALE =
	/((?<![\d.,])\d{1,3}(?: \d{3}){1,4}|\d[\d.,]{0,20})([ -])(million|billion|trillion|quadrillion)s?\b/gi;
const ES_SCALE =
	/((?<![\d.,])\d{1,3}(?: \d{3}){1,4}|\d[\d.,]{0,20}) (mil millones|millones|millón|billones|billón|mil billones)(?!\p{L})/giu;

/**
 * A sentence whose large numbers are in millions, and a function that restores them in the answer. It returns undefined if the answer
 * lacks one whose scale was changed, for example because it is written in words: then it would be wrong by thousands.
 */
type Scaled = { readonly text: string; readonly undo: (answer: string) => string | undefined };

/** Converts "2.5 billion" to millions, so that a translator gets no word with two meanings. */
export function scale(text: string, pair: Pair): Scaled {
	if (pair.from === "en" && pair.to === "es") return fromEnglish(text);
	if (pair.from === "es" && pair.to === "en") return fromSpanish(text);
	return { text, undo: (answer) => answer };
}

/** The scale words of each number, in the order of the text: the same number may have two. */
class ScaleWords {
	readonly #words = new Map<string, string[]>();
	readonly #plain: string;

	/** `plain` is the word that an answer has without being changed. */
	constructor(plain: string) {
		this.#plain = plain;
	}

	add(number: string, word: string): void {
		const words = this.#words.get(number);
		if (words) words.push(word);
		else this.#words.set(number, [word]);
	}

	/** A copy to take words from. */
	copy(): ScaleWords {
		const copy = new ScaleWords(this.#plain);
		for (const [number, words] of this.#words) copy.#words.set(number, [...words]);
		return copy;
	}

	/** The next word of a number. */
	take(number: string): string | undefined {
		return this.#words.get(number)?.shift();
	}

	/** Whether every word that differs from the plain one was taken. */
	get isDone(): boolean {
		return [...this.#words.values()].flat().every((word) => word === this.#plain);
	}
}

function fromEnglish(text: string): Scaled {
	const marked = new ScaleWords("mill");
	const scaled = text.replace(EN_SCALE, (whole, digits: string, gap: string, word: string) => {
		const power = ENGLISH[word.toLowerCase()] as number;
		// Spanish counts 10⁹ in millions, and 10¹² and 10¹⁵ in billones. Billones are written as millions until the answer.
		const shifted = shift(digits, "en", power % 6 === 0 ? 0 : 3);
		if (shifted === undefined) return whole;
		const number = writeNumber(shifted, "en");
		marked.add(writeNumber(shifted, "es"), power >= 12 ? "bill" : "mill");
		return `${number}${gap}million`;
	});
	const undo = (answer: string) => {
		const words = marked.copy();
		const undone = answer.replace(
			/(\d[\d.,]{0,24}) mill(ones|ón)(?!\p{L})/giu,
			(whole, digits: string, end: string) => {
				const plain = spanish(digits);
				return words.take(plain) === "bill" ? `${plain} bill${end}` : whole;
			},
		);
		return words.isDone ? undone : undefined;
	};
	return { text: scaled, undo };
}

// The translator may have kept the English comma, or used none.
function spanish(digits: string): string {
	const value = readNumber(digits, "es") ?? readNumber(digits, "en");
	return value === undefined ? digits : writeNumber(String(value), "es");
}

function fromSpanish(text: string): Scaled {
	const powers = new ScaleWords("million");
	const scaled = text.replace(ES_SCALE, (whole, digits: string, word: string) => {
		const name = word.toLowerCase();
		const value = readNumber(digits, "es");
		if (value === undefined) return whole;
		const power = name.startsWith("mil ")
			? name.includes("bill")
				? 15
				: 9
			: name.startsWith("bill")
				? 12
				: 6;
		const [number, scaleWord] = english(value, power);
		powers.add(number, scaleWord);
		return `${writeNumber(number, "es")} ${number === "1" ? "millón" : "millones"}`;
	});
	const undo = (answer: string) => {
		const words = powers.copy();
		const undone = answer.replace(
			/(\d[\d.,]{0,24})([ -])million\b/gi,
			(whole, digits: string, gap: string) => {
				const value = readNumber(digits, "en") ?? readNumber(digits, "es");
				const number = value === undefined ? digits : String(value);
				const word = words.take(number);
				return word === undefined ? whole : `${writeNumber(number, "en")}${gap}${word}`;
			},
		);
		return words.isDone ? undone : undefined;
	};
	return { text: scaled, undo };
}

// Thousands of a scale become one of the next: 2500 million is 2.5 billion.
function english(value: number, power: number): [string, string] {
	let [number, exponent] = [value, power];
	while (number >= 1000 && exponent < 15) {
		number /= 1000;
		exponent += 3;
	}
	const word = Object.keys(ENGLISH).find((name) => ENGLISH[name] === exponent) as string;
	return [String(Number(number.toPrecision(12))), word];
}

function shift(digits: string, language: "en" | "es", by: number): string | undefined {
	const value = readNumber(digits, language);
	if (value === undefined) return undefined;
	return String(Number((value * 10 ** by).toPrecision(12)));
}
