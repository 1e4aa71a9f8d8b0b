/** The most numbers that are kept: 32 MB, more than a batch of 16 long sentences takes. */
const MOST = 8 * 1024 * 1024;
/** New buffers are longer than needed by this factor, so that a slightly longer sentence fits, too. */
const SLACK = 1.1;

/**
 * Buffers that are used again. The garbage collector would have to run once per sentence for the megabytes that a search needs,
 * and a worker would hold more of them.
 */
export class Buffers {
	/** Free buffers, the shortest first. */
	readonly #free: Float32Array[] = [];
	#held = 0;
	/** What was made here. Buffers of others have lengths that are rarely needed again. */
	readonly #own = new WeakSet<ArrayBufferLike>();

	/** A buffer of at least this length. Its numbers are those of its last use. */
	take(length: number): Float32Array {
		const at = this.#free.findIndex((buffer) => buffer.length >= length);
		if (at < 0) {
			// The longest one is too short, and would only be in the way of the new one.
			this.#held -= this.#free.pop()?.length ?? 0;
			return this.#made(Math.ceil(length * SLACK));
		}
		const [found] = this.#free.splice(at, 1) as [Float32Array];
		this.#held -= found.length;
		return found;
	}

	/** Takes a buffer back. Nothing may use it any more. */
	give(buffer: Float32Array): void {
		if (!this.#own.has(buffer.buffer) || this.#held + buffer.length > MOST) return;
		const at = this.#free.findIndex(({ length }) => length > buffer.length);
		this.#free.splice(at < 0 ? this.#free.length : at, 0, buffer);
		this.#held += buffer.length;
	}

	#made(length: number): Float32Array {
		const buffer = new Float32Array(length);
		this.#own.add(buffer.buffer);
		return buffer;
	}
}
