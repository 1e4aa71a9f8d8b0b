const FREE = -1;
/** The parent of the root: not free, and not a state. */
const ORPHAN = -2;
const NOTHING = -1;

/** A range of sorted words with the same first `depth` code units, and the state after these. */
interface Branch {
	readonly from: number;
	readonly to: number;
	readonly depth: number;
	readonly state: number;
}

/**
 * A double-array trie over code units: each step is one addition and one comparison, and a lookup allocates nothing.
 */
export class Trie {
	/** The start state. */
	readonly root = 0;
	/** The code units that occur in words, numbered from 1: a small alphabet packs densely. */
	readonly #letters = new Uint16Array(65_536);
	#bases = new Int32Array(0);
	#parents = new Int32Array(0);
	#values = new Int32Array(0);
	/** All states before this one are in use. */
	#firstFree = 1;

	constructor(words: ReadonlyMap<string, number>) {
		// The default order is by code units, so words with a common prefix are adjacent.
		const sorted = [...words.keys()].sort();
		let alphabet = 0;
		for (const word of sorted)
			for (let i = 0; i < word.length; i++) {
				const unit = word.charCodeAt(i);
				if (this.#letters[unit] === 0) this.#letters[unit] = ++alphabet;
			}
		this.#reserve(4 * alphabet + 4_096);
		this.#parents[this.root] = ORPHAN;
		const branches: Branch[] = [{ from: 0, to: sorted.length, depth: 0, state: this.root }];
		// A queue, not a stack: states near the root have the most children and must find space early.
		for (let i = 0; i < branches.length; i++)
			branches.push(...this.#grow(branches[i] as Branch, sorted, words, alphabet));
	}

	/** The state after one more code unit, or -1 if no word continues with it. */
	step(state: number, unit: number): number {
		const next = (this.#bases[state] as number) + (this.#letters[unit] as number);
		return this.#parents[next] === state ? next : NOTHING;
	}

	/** The value of the word that ends in this state, or -1. */
	valueAt(state: number): number {
		return this.#values[state] as number;
	}

	#grow(
		{ from, to, depth, state }: Branch,
		sorted: readonly string[],
		words: ReadonlyMap<string, number>,
		alphabet: number,
	): Branch[] {
		let start = from;
		const first = sorted[from];
		if (first?.length === depth) {
			this.#values[state] = words.get(first) as number;
			start++;
		}
		const letters: number[] = [];
		const starts: number[] = [];
		for (let i = start, last = -1; i < to; i++) {
			const unit = (sorted[i] as string).charCodeAt(depth);
			if (unit === last) continue;
			letters.push(this.#letters[unit] as number);
			starts.push(i);
			last = unit;
		}
		if (letters.length === 0) return [];
		const base = this.#roomFor(letters, alphabet);
		this.#bases[state] = base;
		for (const letter of letters) this.#parents[base + letter] = state;
		return letters.map((letter, i) => ({
			from: starts[i] as number,
			to: starts[i + 1] ?? to,
			depth: depth + 1,
			state: base + letter,
		}));
	}

	#roomFor(letters: readonly number[], alphabet: number): number {
		while (this.#parents[this.#firstFree] !== FREE) this.#firstFree++;
		const least = Math.min(...letters);
		for (let base = Math.max(0, this.#firstFree - least); ; base++) {
			if (base + 2 * alphabet >= this.#parents.length) this.#reserve(2 * this.#parents.length);
			if (letters.every((letter) => this.#parents[base + letter] === FREE)) return base;
		}
	}

	#reserve(size: number): void {
		this.#bases = extended(this.#bases, size, 0);
		this.#parents = extended(this.#parents, size, FREE);
		this.#values = extended(this.#values, size, NOTHING);
	}
}

function extended(array: Int32Array<ArrayBuffer>, size: number, rest: number): Int32Array<ArrayBuffer> {
	const longer = new Int32Array(size).fill(rest);
	longer.set(array);
	return longer;
}
