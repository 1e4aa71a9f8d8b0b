import { Buffer } from "node:buffer";
import { tooLarge } from "../wire/refusal.js";

/** The first buffer for a body without a length. Most are small. */
const FIRST = 16 * 1024;
const NOTHING = Buffer.alloc(0);

/** Gathers the pieces of a body in one buffer. Pieces are copied, not kept: one of a single byte takes a hundred bytes of memory. */
export class BodyCollector {
	readonly #limit: number;
	readonly #announced: number | undefined;
	#buffer: Uint8Array = NOTHING;
	#filled = 0;

	constructor(limit: number, announced: number | undefined) {
		this.#limit = limit;
		this.#announced = announced;
	}

	/** Throws `content-too-large` as soon as the body outgrows the limit. */
	add(piece: Uint8Array): void {
		const total = this.#filled + piece.length;
		if (total > this.#limit) throw tooLarge(this.#limit);
		// A small body arrives in one piece, which needs no copy.
		if (this.#filled === 0 && piece.length === this.#announced) this.#buffer = piece;
		else {
			if (total > this.#buffer.length) this.#grow(total);
			this.#buffer.set(piece, this.#filled);
		}
		this.#filled = total;
	}

	whole(): Uint8Array {
		return this.#buffer.subarray(0, this.#filled);
	}

	/** Takes the announced length at once, and otherwise doubles the buffer. */
	#grow(needed: number): void {
		const wanted = this.#filled === 0 ? (this.#announced ?? FIRST) : 2 * this.#buffer.length;
		const larger = Buffer.allocUnsafeSlow(Math.min(this.#limit, Math.max(needed, wanted)));
		larger.set(this.#buffer.subarray(0, this.#filled));
		this.#buffer = larger;
	}
}
