import { Buffer } from "node:buffer";
import { performance } from "node:perf_hooks";
import { CREDIT } from "../pool/part-stream.js";

/** Pieces that come within this time, in milliseconds, go together. */
const TOGETHER_MS = 2;
const MOST_TOGETHER = 64 * 1024;
/** The shortest time between two words about progress, in milliseconds. */
const PROGRESS_MS = 100;

/** Sends the parts of one result to the server: small ones together, and no more than the server takes. */
export class PartSender {
	readonly #send: (bytes: Uint8Array) => void;
	readonly #sendProgress: (done: number) => void;
	#pieces: Buffer[] = [];
	#size = 0;
	#flushed = 0;
	#told = Number.NEGATIVE_INFINITY;
	/** The bytes that were sent and not taken. */
	#owed = 0;
	#isOver = false;
	#soon: NodeJS.Immediate | undefined;
	#wake = () => {};

	constructor(send: (bytes: Uint8Array) => void, sendProgress: (done: number) => void) {
		this.#send = send;
		this.#sendProgress = sendProgress;
	}

	/** Returns a promise if the next part must wait. */
	add(piece: Buffer): Promise<void> | undefined {
		this.#pieces.push(piece);
		this.#size += piece.byteLength;
		if (this.#size >= MOST_TOGETHER || performance.now() - this.#flushed >= TOGETHER_MS) this.flush();
		else this.#soon ??= setImmediate(() => this.flush());
		return this.#isFull ? this.#room() : undefined;
	}

	flush(): void {
		clearImmediate(this.#soon);
		this.#soon = undefined;
		this.#flushed = performance.now();
		if (this.#pieces.length === 0) return;
		const [first] = this.#pieces;
		const bytes = this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces);
		this.#owed += this.#size;
		this.#pieces = [];
		this.#size = 0;
		this.#send(bytes);
	}

	progress(done: number): void {
		if (!(done >= 0 && done <= 1)) return;
		const now = performance.now();
		if (now - this.#told < PROGRESS_MS) return;
		this.#told = now;
		this.flush();
		this.#sendProgress(done);
	}

	/** The reader has taken this many bytes. */
	taken(bytes: number): void {
		this.#owed -= bytes;
		if (!this.#isFull) this.#wake();
	}

	/** The reader has left: stops waiting and sending. */
	stop(): void {
		this.#isOver = true;
		this.#pieces = [];
		this.#size = 0;
		this.#wake();
	}

	get #isFull(): boolean {
		return this.#owed + this.#size >= CREDIT && !this.#isOver;
	}

	async #room(): Promise<void> {
		this.flush();
		while (this.#isFull)
			await new Promise<void>((wake) => {
				this.#wake = wake;
			});
	}
}
