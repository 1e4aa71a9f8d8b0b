/**
 * The ends of segments as columns. Spans are half-open, in UTF-16 code units, and each begins at the end of the previous
 * one. One object for each segment would take ten times the memory and the time.
 */
export interface Segments {
	readonly ends: Uint32Array;
	/** 1 for each segment that is a word, 0 for each segment between words. Only words have this column. */
	readonly wordLike?: Uint8Array;
}

/** Columns that grow while segments are found. */
export class Columns {
	#ends = new Uint32Array(64);
	#wordLike: Uint8Array | undefined;
	#count = 0;

	constructor(withWordLike: boolean) {
		if (withWordLike) this.#wordLike = new Uint8Array(64);
	}

	push(end: number, wordLike: boolean): void {
		if (this.#count === this.#ends.length) this.#grow();
		this.#ends[this.#count] = end;
		if (this.#wordLike) this.#wordLike[this.#count] = wordLike ? 1 : 0;
		this.#count++;
	}

	finish(): Segments {
		const ends = this.#ends.slice(0, this.#count);
		return this.#wordLike ? { ends, wordLike: this.#wordLike.slice(0, this.#count) } : { ends };
	}

	#grow(): void {
		const ends = new Uint32Array(this.#count * 2);
		ends.set(this.#ends);
		this.#ends = ends;
		if (!this.#wordLike) return;
		const wordLike = new Uint8Array(this.#count * 2);
		wordLike.set(this.#wordLike);
		this.#wordLike = wordLike;
	}
}
