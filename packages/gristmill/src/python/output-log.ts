import type { Readable } from "node:stream";

/** How many bytes one call may print. The rest is left out: a loop that prints must not fill the disk. */
const MOST_BYTES = 16 * 1024;

/** Copies what an author prints to the log, up to a limit for each call. */
export class OutputLog {
	readonly #name: string;
	readonly #write: (text: Uint8Array | string) => void;
	#left = MOST_BYTES;
	#isTold = false;

	constructor(name: string, write: (text: Uint8Array | string) => void = toStandardError) {
		this.#name = name;
		this.#write = write;
	}

	/** A new call may print as much as the one before. */
	renew(): void {
		this.#left = MOST_BYTES;
		this.#isTold = false;
	}

	/** Copies a stream. It is read to its end even if nothing is copied: otherwise the author's code would block. */
	copy(stream: Readable): void {
		stream.on("error", () => {});
		stream.on("data", (chunk: Buffer) => {
			const part = chunk.subarray(0, this.#left);
			this.#left -= part.length;
			if (part.length > 0) this.#write(part);
			if (part.length === chunk.length || this.#isTold) return;
			this.#isTold = true;
			this.#write(`\nThe rest of what ${this.#name} prints for this call is left out.\n`);
		});
	}
}

/** In a worker, this goes to the server, which logs it. */
function toStandardError(text: Uint8Array | string): void {
	process.stderr.write(text);
}
