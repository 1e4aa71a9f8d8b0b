import { Buffer } from "node:buffer";

const LINE_FEED = 0x0a;

/** Splits bytes into lines in linear time. Reports and skips a line that is too long. */
export class Lines {
	readonly #maxBytes: number;
	readonly #on: { readonly line: (bytes: Buffer) => void; readonly tooLong: () => void };
	#pieces: Buffer[] = [];
	#length = 0;
	#skipping = false;

	constructor(maxBytes: number, on: { line: (bytes: Buffer) => void; tooLong: () => void }) {
		this.#maxBytes = maxBytes;
		this.#on = on;
	}

	push(chunk: Buffer): void {
		let from = 0;
		for (;;) {
			const end = chunk.indexOf(LINE_FEED, from);
			this.#take(chunk.subarray(from, end < 0 ? chunk.length : end));
			if (end < 0) return;
			this.end();
			from = end + 1;
		}
	}

	/** Emits the bytes since the last line feed. */
	end(): void {
		const [pieces, skipped] = [this.#pieces, this.#skipping];
		this.#pieces = [];
		this.#length = 0;
		this.#skipping = false;
		if (!skipped && pieces.length > 0) this.#on.line(Buffer.concat(pieces));
	}

	#take(piece: Buffer): void {
		if (this.#skipping || piece.length === 0) return;
		this.#length += piece.length;
		if (this.#length <= this.#maxBytes) this.#pieces.push(piece);
		else {
			this.#skipping = true;
			this.#pieces = [];
			this.#on.tooLong();
		}
	}
}
