import { random } from "./hostile-texts.js";

/** What a tokeniser of pieces could get wrong: ties, spaces, tags, controls, characters of every length in UTF-8. */
const BITS = [
	...".,-=%_*#!?/\\()[]{}<>|&'\"`~^$@+:;0123456789 ▁\t\n\r\0\x01\x1b\x1f\x7f\x85\xa0\xad",
	..."ñáéíóúü¿¡çßœÀÑªºαЖשع中日本語한ก้ि\u0301\u0300\u200b\u200d\u2028\u202e\u3000\ufeff\ufffd\ufffe\uffff",
	..."😀👍🇪🇸\u{1f3fd}𝒳𐐀\u{20000}\u{e0001}\u{10ffff}…“”‘’«»–—→•€£½²",
	..."<2es> <2en> <2es <2en>> <2xx> <s> </s> <unk> <pad> <0x41> ... .... --- ==== %% SSL SS ppp 👨‍👩‍👧 e\u0301".split(
		" ",
	),
	"<2es>....",
	"<2en>ppp",
	"  ",
	"     ",
	"▁▁",
	" ▁ ",
	"\r\n",
];

type Random = () => number;
type Line = (next: Random, words: readonly string[]) => string;

/** Each kind of line, with how many in a hundred are of it or of one before it. */
const KINDS: readonly (readonly [upTo: number, line: Line])[] = [
	[45, (next, words) => joined(next, 24, () => word(next, words))],
	[65, (next, words) => joined(next, 24, () => (next() < 0.7 ? word(next, words) : pick(next, BITS)))],
	[80, (next) => joined(next, 16, () => pick(next, BITS))],
	[88, (next) => joined(next, 16, () => anyCharacter(next))],
	// Few letters and many of them: nothing makes more ties.
	[97, (next, words) => fewLetters(next, words)],
	[100, (next, words) => (next() < 0.5 ? pick(next, BITS) : word(next, words)).repeat(upTo(next, 300))],
];

/**
 * Lines for tests of the translator's pieces, the same for the same seed and the same vocabulary: half of them words of
 * the vocabulary in random order, half of them hostile.
 */
export function* pieceLines(words: readonly string[], count: number, seed: number): Generator<string> {
	const next = random(seed);
	for (let i = 0; i < count; i++) {
		const kind = next() * 100;
		const [, line] = KINDS.find(([upTo]) => kind < upTo) as (typeof KINDS)[number];
		// Now and then a long one, where rounded scores are coarse.
		const parts = i % 10_000 === 9_999 ? 2_000 : 1;
		yield Array.from({ length: parts }, () => line(next, words)).join("");
	}
}

/** Sequences of ids for tests of what pieces are turned into: bytes in every order, controls, tags. */
export function* pieceSequences(size: number, count: number, seed: number): Generator<number[]> {
	const next = random(seed);
	for (let i = 0; i < count; i++) {
		const limit = next() < 0.5 ? 300 : size;
		yield Array.from({ length: upTo(next, 12) }, () => Math.floor(next() * limit));
	}
}

function joined(next: Random, most: number, part: () => string): string {
	return Array.from({ length: upTo(next, most) }, part).join("");
}

function fewLetters(next: Random, words: readonly string[]): string {
	const letters = Array.from({ length: upTo(next, 3) }, () =>
		next() < 0.5 ? pick(next, BITS) : pick(next, [...pick(next, words)]),
	);
	return joined(next, 60, () => pick(next, letters));
}

/** A piece of the vocabulary, the frequent ones more often, at times written in another way. */
function word(next: Random, words: readonly string[]): string {
	const piece = (words[Math.floor(next() ** 3 * words.length)] as string).replaceAll("▁", " ");
	const way = next();
	return way < 0.9
		? piece
		: way < 0.95
			? piece.toUpperCase()
			: way < 0.98
				? ` ${piece} `
				: piece.normalize("NFD");
}

function anyCharacter(next: Random): string {
	const point = Math.floor(next() * (next() < 0.5 ? 0x3000 : 0x110000));
	return point >= 0xd800 && point < 0xe000 ? "\ufffd" : String.fromCodePoint(point);
}

function pick<T>(next: Random, list: readonly T[]): T {
	return list[Math.floor(next() * list.length)] as T;
}

function upTo(next: Random, most: number): number {
	return 1 + Math.floor(next() * most);
}
