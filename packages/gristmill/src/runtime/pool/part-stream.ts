import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { Crash } from "../failures.js";

/** How many bytes may be on their way to a reader that has not taken them. Then the mill waits. */
export const CREDIT = 256 * 1024;

/** A piece of a result that comes in parts; or how much of the work is done, from 0 to 1. */
export type Piece = Uint8Array | number;

/** All bytes of a result that comes piece by piece. */
export async function joined(
	pieces: AsyncIterable<Piece>,
	progress: (done: number) => void = () => {},
): Promise<Buffer> {
	const result: Uint8Array[] = [];
	for await (const piece of pieces) {
		if (typeof piece === "number") progress(piece);
		else result.push(piece);
	}
	return Buffer.concat(result);
}

/** A result on its way from where it is computed to its reader. Whoever computes it pushes, and the reader pulls. */
export class PartStream {
	/** Called with the number of bytes when the reader has taken them. */
	onTaken: (bytes: number) => void = () => {};
	/** Called when the reader stops before the end. */
	onStop: () => void = () => {};
	#pieces: Uint8Array[] = [];
	#held = 0;
	#progress: number | undefined;
	/** All bytes that came, and how many of them are to come again before the next new one. */
	#count = 0;
	#again = 0;
	/** Checksums of all bytes that came, and of those that came again. A cryptographic hash would cost more than the pipe they came through. */
	#sum = 0;
	#sumAgain = 0;
	#outcome: "end" | Error | undefined;
	#wake = () => {};

	/** The bytes that the reader has not taken. */
	get held(): number {
		return this.#held;
	}

	/** The number of bytes that came. */
	get count(): number {
		return this.#count;
	}

	push(piece: Uint8Array): void {
		const known = Math.min(this.#again, piece.byteLength);
		if (known > 0) this.#compare(piece.subarray(0, known));
		if (known === piece.byteLength || this.#outcome !== undefined) return;
		const fresh = piece.subarray(known);
		this.#sum = crc32(fresh, this.#sum);
		this.#count += fresh.byteLength;
		this.#held += fresh.byteLength;
		this.#pieces.push(fresh);
		this.#wake();
	}

	/** Only the latest progress counts. */
	progress(done: number): void {
		if (!(done >= 0 && done <= 1)) return;
		this.#progress = done;
		this.#wake();
	}

	/** The mill computes it again, elsewhere. It is pure, so what came already comes again, and is left out. */
	restart(): void {
		this.#again = this.#count;
		this.#sumAgain = 0;
	}

	end(): void {
		// Its reader would take the beginning of one result for the whole of another.
		if (this.#again > 0) this.fail(differs());
		this.#outcome ??= "end";
		this.#wake();
	}

	/** The rest will not come. */
	fail(error: Error): void {
		this.#outcome ??= error;
		this.#wake();
	}

	/** Bytes came again. If they are others, what follows does not belong to what the reader has. */
	#compare(bytes: Uint8Array): void {
		this.#again -= bytes.byteLength;
		this.#sumAgain = crc32(bytes, this.#sumAgain);
		if (this.#again > 0 || this.#sumAgain === this.#sum) this.onTaken(bytes.byteLength);
		else if (this.#outcome === undefined) {
			this.fail(differs());
			this.onStop();
		}
	}

	/** Once. A piece counts as taken when the reader asks for the next one. */
	async *read(): AsyncGenerator<Piece, void, void> {
		try {
			for (;;) {
				if (this.#pieces.length > 0) {
					const [first] = this.#pieces;
					const piece = this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces);
					this.#pieces = [];
					yield piece;
					this.#held -= piece.byteLength;
					this.onTaken(piece.byteLength);
				} else if (this.#progress !== undefined) {
					const done = this.#progress;
					this.#progress = undefined;
					yield done;
				} else if (this.#outcome === "end") return;
				else if (this.#outcome) throw this.#outcome;
				else
					await new Promise<void>((wake) => {
						this.#wake = wake;
					});
			}
		} finally {
			if (this.#outcome === undefined) this.onStop();
		}
	}
}

function differs(): Crash {
	return new Crash(
		"the mill gave another result when it was computed again after its worker was lost: the same input must give the same result",
	);
}
