/** The ids and ends of tokens, as columns that grow. */
export class Tokens {
	count = 0;
	/** The start of the text that is being encoded. */
	offset = 0;
	#ids: Uint32Array;
	#ends: Uint32Array;

	constructor(expected: number) {
		this.#ids = new Uint32Array(expected);
		this.#ends = new Uint32Array(expected);
	}

	/** Adds a token that ends before the byte `end` of the text that is being encoded. */
	push(id: number, end: number): void {
		if (this.count === this.#ids.length) this.#grow();
		this.#ids[this.count] = id;
		this.#ends[this.count++] = this.offset + end;
	}

	idAt(index: number): number {
		return this.#ids[index] as number;
	}

	/** Returns the end of a token, relative to the start of the text that is being encoded. */
	endAt(index: number): number {
		return (this.#ends[index] as number) - this.offset;
	}

	get ids(): Uint32Array {
		return this.#ids.subarray(0, this.count);
	}

	/** Offsets in UTF-8. A token may end inside a character. */
	get ends(): Uint32Array {
		return this.#ends.subarray(0, this.count);
	}

	#grow(): void {
		const size = this.#ids.length * 2 + 16;
		const ids = new Uint32Array(size);
		ids.set(this.#ids);
		const ends = new Uint32Array(size);
		ends.set(this.#ends);
		this.#ids = ids;
		this.#ends = ends;
	}
}
