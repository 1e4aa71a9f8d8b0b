import { write, writeSync } from "node:fs";

/** This many bytes fit into the pipe, or nearly so. More are written in the background: the server may take them slowly. */
const LARGE = 64 * 1024;
/** At most this much is written at once in the background. A write that waits for the server holds a thread, which the mill shares. */
const MOST_AT_ONCE = 1024 * 1024;

interface Waiting {
	readonly bytes: Uint8Array;
	readonly onFlushed: (() => void) | undefined;
}

/**
 * Writes to a pipe by its file descriptor. A socket would do, but Node's permission model counts it as network, which a worker
 * does not have.
 */
export class DescriptorWriter {
	readonly writable = true;
	readonly #descriptor: number;
	readonly #onLost: () => void;
	/** What is being written in the background, and what comes after it. */
	readonly #waiting: Waiting[] = [];

	/** `onLost` is called when the other end of the pipe is closed. */
	constructor(descriptor: number, onLost: () => void) {
		this.#descriptor = descriptor;
		this.#onLost = onLost;
	}

	/** Writes all of these bytes. They must not change until `onFlushed` is called. */
	write(bytes: Uint8Array, onFlushed?: () => void): void {
		if (bytes.byteLength < LARGE && this.#waiting.length === 0) this.#now(bytes, onFlushed);
		else if (this.#waiting.push({ bytes, onFlushed }) === 1) this.#later(bytes, onFlushed);
	}

	#now(bytes: Uint8Array, onFlushed: (() => void) | undefined): void {
		try {
			for (let at = 0; at < bytes.byteLength; ) at += writeSync(this.#descriptor, bytes, at);
		} catch {
			this.#onLost();
		}
		onFlushed?.();
	}

	#later(bytes: Uint8Array, onFlushed: (() => void) | undefined): void {
		write(this.#descriptor, bytes, 0, Math.min(bytes.byteLength, MOST_AT_ONCE), null, (error, written) => {
			if (error) this.#onLost();
			else if (written < bytes.byteLength) return this.#later(bytes.subarray(written), onFlushed);
			onFlushed?.();
			this.#waiting.shift();
			const [next] = this.#waiting;
			if (next) this.#later(next.bytes, next.onFlushed);
		});
	}
}
