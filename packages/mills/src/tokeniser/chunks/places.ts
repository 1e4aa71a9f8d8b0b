import { segment } from "../segments/segments.js";
import type { Suppressions } from "../sentences/parameter.js";
import { suppress } from "../sentences/suppress.js";

/** The units after which chunks may end. */
export const UNITS = ["paragraph", "sentence", "word"] as const;
export type ChunkUnit = (typeof UNITS)[number];

/** The levels of places, from the best place for a cut to the last resort. */
const LEVELS = [...UNITS, "grapheme", "codepoint"] as const;
export type Level = (typeof LEVELS)[number];

/** Half of a surrogate pair is part of a word too, because most pairs are ideographs. */
const OF_A_WORD = /[\p{L}\p{M}\p{N}\p{Cs}]/u;

/** The places where a text may be cut, by level. Each level is computed once, on first use. */
export class Places {
	readonly #text: string;
	readonly #locale: string;
	readonly #suppressions: Suppressions;
	readonly #found = new Map<Level, Uint32Array>();

	constructor(text: string, locale: string, suppressions: Suppressions) {
		this.#text = text;
		this.#locale = locale;
		this.#suppressions = suppressions;
	}

	/** Returns the last place up to `limit`, or 0. */
	lastUpTo(level: Level, limit: number): number {
		if (level === "codepoint") return limit;
		const places = this.#at(level);
		return places[firstFrom(places, limit + 1) - 1] ?? 0;
	}

	/** Returns the first place from `from` on. */
	firstFrom(level: Level, from: number): number {
		if (level === "codepoint") return from;
		const places = this.#at(level);
		return places[firstFrom(places, from)] ?? this.#text.length;
	}

	#at(level: Exclude<Level, "codepoint">): Uint32Array {
		let places = this.#found.get(level);
		if (!places) {
			places = this.#find(level);
			this.#found.set(level, places);
		}
		return places;
	}

	#find(level: Exclude<Level, "codepoint">): Uint32Array {
		if (level === "paragraph") return paragraphEnds(this.#text);
		const { ends } = segment(this.#text, level, this.#locale);
		if (level === "word") return ends.filter((end) => isBetweenWords(this.#text, end));
		if (level !== "sentence" || this.#suppressions === "none") return ends;
		return suppress(this.#text, ends, this.#locale);
	}
}

/** Returns a unit and the finer levels. */
export function levelsFrom(unit: ChunkUnit): readonly Level[] {
	return LEVELS.slice(LEVELS.indexOf(unit));
}

/**
 * Returns whether a place is after white space, after an East Asian mark, or between two words without a space. UAX #29
 * also divides a word from its full stop and the parts of a URL, where no chunk should end.
 */
function isBetweenWords(text: string, end: number): boolean {
	const before = text.charAt(end - 1);
	if (end === text.length || /[\s\u3001-\u303f\uff01-\uff65]/.test(before)) return true;
	return OF_A_WORD.test(before) && OF_A_WORD.test(text.charAt(end));
}

/** A paragraph ends after the empty lines that follow it. */
function paragraphEnds(text: string): Uint32Array {
	const ends: number[] = [];
	let blankBefore = false;
	for (const { 0: line, index } of text.matchAll(/[^\r\n]*(?:\r\n?|\n|$)/g)) {
		const blank = line.trim() === "";
		if (blankBefore && !blank && index > 0) ends.push(index);
		blankBefore = blank;
	}
	if (text !== "") ends.push(text.length);
	return Uint32Array.from(ends);
}

/** Returns the index of the first number that is not smaller, in an ascending list. */
function firstFrom(ascending: Uint32Array, value: number): number {
	let from = 0;
	let to = ascending.length;
	while (from < to) {
		const middle = (from + to) >>> 1;
		if ((ascending[middle] as number) < value) from = middle + 1;
		else to = middle;
	}
	return from;
}
