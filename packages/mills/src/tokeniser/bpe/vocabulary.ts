/** The factor of the hash. It is odd, so that no bit is lost. */
const FACTOR = 0x01000193;
/** No token is longer, because a packed length is one byte. */
export const LONGEST = 255;
/** Means no rank. It is larger than every rank. */
export const NONE = 0x7fffffff;

/** The powers of the factor. They give the hash of a part from the hashes of two prefixes. */
const POWERS = new Int32Array(LONGEST + 1);
POWERS[0] = 1;
for (let i = 1; i <= LONGEST; i++) POWERS[i] = Math.imul(POWERS[i - 1] as number, FACTOR);

/**
 * The tokens of an encoding, found by their bytes. It uses typed arrays and no strings, so a lookup allocates nothing.
 * The hash of any part of a piece follows from the hashes of the piece's prefixes, whatever its length.
 */
export class Vocabulary {
	readonly size: number;
	/** The start of each token in `bytes`, and the end of the last token. */
	readonly #starts: Uint32Array;
	readonly #bytes: Uint8Array;
	/** Open addressing. Hash and rank are adjacent, so a lookup usually reads one cache line. */
	readonly #slots: Int32Array;
	readonly #mask: number;
	/** One bit for each of many hashes that some token has. Most unions are not tokens, and this array fits a faster cache. */
	readonly #seen: Uint8Array;
	readonly #seenMask: number;
	/** The ranks of all tokens of two bytes. Every merge begins with these. */
	readonly #pairs = new Int32Array(65_536).fill(NONE);
	readonly #single = new Int32Array(256).fill(NONE);

	/** Unpacks the output of `tools/pack-tokeniser.mjs`. Ranks from `size` on are omitted. */
	constructor(packed: Uint8Array, size = Number.POSITIVE_INFINITY) {
		const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
		const all = view.getUint32(0, true);
		this.size = Math.min(all, size);
		this.#bytes = packed.subarray(4 + all);
		this.#starts = new Uint32Array(this.size + 1);
		let slots = 1;
		while (slots < this.size * 2) slots *= 2;
		this.#slots = new Int32Array(slots * 2).fill(-1);
		this.#mask = slots - 1;
		this.#seen = new Uint8Array(slots / 2);
		this.#seenMask = slots * 4 - 1;
		for (let rank = 0, at = 0; rank < this.size; rank++) {
			this.#starts[rank] = at;
			const end = at + (packed[4 + rank] as number);
			this.#starts[rank + 1] = end;
			if (end > at) this.#add(rank, at, end);
			at = end;
		}
	}

	/** Returns the bytes of a token. */
	bytesOf(rank: number): Uint8Array {
		return this.#bytes.subarray(this.#starts[rank], this.#starts[rank + 1]);
	}

	/** Returns the rank of a single byte. Every byte is a token. */
	rankOfByte(byte: number): number {
		return this.#single[byte] as number;
	}

	/** Returns the rank of two bytes as one token, or NONE. */
	rankOfPair(first: number, second: number): number {
		return this.#pairs[(first << 8) | second] as number;
	}

	/** Returns the rank of the bytes from `start` to `end`, which have this hash, or NONE. */
	find(bytes: Uint8Array, start: number, end: number, hash: number): number {
		const mixed = spread(hash);
		const bit = mixed & this.#seenMask;
		if (((this.#seen[bit >>> 3] as number) & (1 << (bit & 7))) === 0) return NONE;
		const slots = this.#slots;
		for (let slot = mixed & this.#mask; ; slot = (slot + 1) & this.#mask) {
			const rank = slots[2 * slot + 1] as number;
			if (rank < 0) return NONE;
			if (slots[2 * slot] === hash && this.#equals(rank, bytes, start, end)) return rank;
		}
	}

	#equals(rank: number, bytes: Uint8Array, start: number, end: number): boolean {
		const own = this.#bytes;
		let at = this.#starts[rank] as number;
		if ((this.#starts[rank + 1] as number) - at !== end - start) return false;
		for (let i = start; i < end; i++, at++) if (bytes[i] !== own[at]) return false;
		return true;
	}

	#add(rank: number, start: number, end: number): void {
		const bytes = this.#bytes;
		if (end - start === 1) this.#single[bytes[start] as number] = rank;
		if (end - start === 2) this.#pairs[((bytes[start] as number) << 8) | (bytes[start + 1] as number)] = rank;
		const hash = hashOf(bytes, start, end);
		const mixed = spread(hash);
		const bit = mixed & this.#seenMask;
		this.#seen[bit >>> 3] = (this.#seen[bit >>> 3] as number) | (1 << (bit & 7));
		let slot = mixed & this.#mask;
		while ((this.#slots[2 * slot + 1] as number) >= 0) slot = (slot + 1) & this.#mask;
		this.#slots[2 * slot] = hash;
		this.#slots[2 * slot + 1] = rank;
	}
}

/** Returns the hash of some bytes: a polynomial in the factor. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
	let hash = 0;
	for (let i = start; i < end; i++) hash = (Math.imul(hash, FACTOR) + (bytes[i] as number) + 1) | 0;
	return hash;
}

/** Returns the hash of a prefix that is one byte longer. */
export function extendHash(hash: number, byte: number): number {
	return (Math.imul(hash, FACTOR) + byte + 1) | 0;
}

/** Returns the hash of the bytes between two prefixes with these hashes, `length` bytes apart. */
export function hashBetween(before: number, whole: number, length: number): number {
	return (whole - Math.imul(before, POWERS[length] as number)) | 0;
}

/** The low bits of the polynomial depend on few bytes, so this function mixes all bits into the slot. */
function spread(hash: number): number {
	const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
	return mixed ^ (mixed >>> 13);
}
