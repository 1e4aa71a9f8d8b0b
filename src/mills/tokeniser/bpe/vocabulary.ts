/** The factor of the hash; odd, so that no bit is lost. */
const FACTOR = 0x01000193;
/** No token is longer; a packed length is one byte. */
export const LONGEST = 255;
/** No rank: larger than all. */
export const NONE = 0x7fffffff;

/** The powers of the factor: the hash of a part follows from the hashes of two beginnings. */
const POWERS = new Int32Array(LONGEST + 1);
POWERS[0] = 1;
for (let i = 1; i <= LONGEST; i++) POWERS[i] = Math.imul(POWERS[i - 1] as number, FACTOR);

/**
 * The tokens of an encoding, found by their bytes. Typed arrays and no strings: a look-up allocates nothing, and the
 * hash of any part of a piece is known from the hashes of the piece's beginnings, whatever its length.
 */
export class Vocabulary {
	readonly size: number;
	/** Where each token begins in `bytes`; one more for where the last one ends. */
	readonly #starts: Uint32Array;
	readonly #bytes: Uint8Array;
	/** Open addressing: hash and rank side by side, so that a look-up mostly costs one line of cache. */
	readonly #slots: Int32Array;
	readonly #mask: number;
	/** One bit for each of many hashes that some token has: most unions are no token, and this fits a nearer cache. */
	readonly #seen: Uint8Array;
	readonly #seenMask: number;
	/** The ranks of all tokens of two bytes: where every merge begins. */
	readonly #pairs = new Int32Array(65_536).fill(NONE);
	readonly #single = new Int32Array(256).fill(NONE);

	/** Unpacks what `tools/pack-tokeniser.mjs` has packed; `size` leaves out the ranks from there on. */
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

	/** The bytes of a token. */
	bytesOf(rank: number): Uint8Array {
		return this.#bytes.subarray(this.#starts[rank], this.#starts[rank + 1]);
	}

	/** The rank of a single byte: every byte is a token. */
	rankOfByte(byte: number): number {
		return this.#single[byte] as number;
	}

	/** The rank of two bytes as one token, or NONE. */
	rankOfPair(first: number, second: number): number {
		return this.#pairs[(first << 8) | second] as number;
	}

	/** The rank of the bytes from `start` to `end`, whose hash is given, or NONE. */
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

/** The hash of some bytes: a polynomial in the factor. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
	let hash = 0;
	for (let i = start; i < end; i++) hash = (Math.imul(hash, FACTOR) + (bytes[i] as number) + 1) | 0;
	return hash;
}

/** The hash of a beginning that is one byte longer. */
export function extendHash(hash: number, byte: number): number {
	return (Math.imul(hash, FACTOR) + byte + 1) | 0;
}

/** The hash of what lies between two beginnings with these hashes, `length` bytes apart. */
export function hashBetween(before: number, whole: number, length: number): number {
	return (whole - Math.imul(before, POWERS[length] as number)) | 0;
}

/** The low bits of the polynomial depend on few bytes: let all bits have a say in the slot. */
function spread(hash: number): number {
	const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
	return mixed ^ (mixed >>> 13);
}
