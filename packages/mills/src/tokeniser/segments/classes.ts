import { traitsOf } from "./traits.js";

/** How the characters of one granularity are assigned to classes. */
export interface Sorting {
	/** Contexts in which no two classes behave alike. */
	readonly contexts: readonly string[];
	/** One character of each class. */
	readonly samples: ReadonlyMap<number, string>;
	/** Returns the class of a character if it is known without the engine, or 0. */
	readonly known: (codePoint: number, character: string) => number;
	/** The class of a character that behaves like no sample. */
	readonly strange: number;
}

const CODE_POINTS = 0x110000;
/** This number of code points is classified at once, because a text is likely to contain neighbouring code points. */
const BLOCK = 128;
const UNUSED = /^(?:\p{Cn}+|\p{Co}+)$/u;

/** The class of every code point. Intl.Segmenter determines it when a text first contains the code point. */
export class Classes {
	/** The classes by code point. 0 means not yet known. */
	readonly codes = new Uint8Array(CODE_POINTS);
	readonly #segmenter: Intl.Segmenter;
	readonly #sorting: Sorting;
	readonly #byTrait = new Map<number, number>();

	constructor(segmenter: Intl.Segmenter, sorting: Sorting) {
		this.#segmenter = segmenter;
		this.#sorting = sorting;
		const traits = traitsOf([...sorting.samples.values()], sorting.contexts, segmenter);
		for (const [i, [code, character]] of [...sorting.samples].entries()) {
			const trait = traits[i] ?? 0;
			// If a locale makes two classes one, either is correct for its characters.
			if (!this.#byTrait.has(trait)) this.#byTrait.set(trait, code);
			this.codes[character.codePointAt(0) ?? 0] = this.#byTrait.get(trait) ?? code;
		}
	}

	/** Returns the class of the code point, which is never 0, and stores it in `codes`. */
	ask(codePoint: number): number {
		const first = codePoint - (codePoint % BLOCK);
		const block = Array.from({ length: BLOCK }, (_, i) => String.fromCodePoint(first + i));
		if (UNUSED.test(block.join(""))) {
			// Most of Unicode is unassigned and behaves alike. A text of such characters must not cost one query for each.
			const [one = 0, other = 0] = this.#sort([block[0] ?? "", block[BLOCK - 1] ?? ""]);
			if (one === other) this.codes.fill(one, first, first + BLOCK);
		}
		const unknown: number[] = [];
		for (const [i, character] of block.entries()) {
			if (this.codes[first + i]) continue;
			const known = this.#sorting.known(first + i, character);
			if (known) this.codes[first + i] = known;
			else unknown.push(i);
		}
		const found = this.#sort(unknown.map((i) => block[i] ?? ""));
		for (const [at, i] of unknown.entries()) this.codes[first + i] = found[at] ?? this.#sorting.strange;
		return this.codes[codePoint] ?? this.#sorting.strange;
	}

	#sort(characters: readonly string[]): number[] {
		const traits = traitsOf(characters, this.#sorting.contexts, this.#segmenter);
		return Array.from(traits, (trait) => this.#byTrait.get(trait) ?? this.#sorting.strange);
	}
}

/** Returns the code point at an index whose code unit is already known. A lone surrogate is a code point of its own. */
export function codePointAt(text: string, at: number, unit: number): number {
	if ((unit & 0xfc00) !== 0xd800) return unit;
	const low = text.charCodeAt(at + 1);
	return (low & 0xfc00) === 0xdc00 ? (unit - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000 : unit;
}
