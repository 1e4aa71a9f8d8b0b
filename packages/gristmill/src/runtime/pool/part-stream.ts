import { Buffer } from "node:buffer";

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
		this.#again -= known;
		if (known > 0) this.onTaken(known);
		if (known === piece.byteLength || this.#outcome !== undefined) return;
		const fresh = piece.subarray(known);
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
	}

	end(): void {
		this.#outcome ??= "end";
		this.#wake();
	}

	/** The rest will not come. */
	fail(error: Error): void {
		this.#outcome ??= error;
		this.#wake();
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
