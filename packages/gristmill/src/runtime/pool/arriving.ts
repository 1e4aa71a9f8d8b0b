import { Buffer } from "node:buffer";
import { freeBytes } from "./free-bytes.js";

/** Gets bytes as they come. Exactly one of the last two is called, once, unless the reader stops before. */
interface ByteReader {
	/** `isOnly` says that no other reader gets this piece. Then the reader may free it. */
	piece(bytes: Uint8Array, isOnly: boolean): void;
	end(): void;
	failed(error: Error): void;
}

/**
 * The bytes of a large result while they come through the pipe of a worker. Their number is known from the start. Pieces are kept until
 * the last expected reader has come. If one never comes, they stay in memory as long as this object.
 */
export class ArrivingBytes {
	readonly length: number;
	/** Called when the last byte has come, before the readers are told. */
	onEnd: () => void = () => {};
	#arrived = 0;
	#error: Error | undefined;
	/** The number of readers that are expected to come. */
	#expected = 0;
	/** Everything that has arrived, while readers are expected. */
	#kept: Uint8Array[] = [];
	readonly #readers = new Set<ByteReader>();
	#wasRead = false;
	#whole: Promise<Uint8Array> | undefined;

	constructor(length: number) {
		this.length = length;
	}

	/** The number of bytes that have come. */
	get arrived(): number {
		return this.#arrived;
	}

	/** Says how many readers are yet to come. Only before the first has come: others would miss what was dropped. */
	expect(readers: number): void {
		this.#expected = readers;
		if (readers === 0) this.#kept = [];
	}

	/** One more reader is to come. Only while others are yet to come. */
	expectMore(): void {
		this.#expected++;
	}

	/** Takes the next bytes. A reader may free them. */
	push(piece: Uint8Array): void {
		if (this.#error) return;
		this.#arrived += piece.byteLength;
		if (this.#expected > 0) this.#kept.push(piece);
		const isOnly = this.#expected === 0 && this.#readers.size === 1;
		for (const reader of this.#readers) reader.piece(piece, isOnly);
		if (this.#arrived < this.length) return;
		this.onEnd();
		for (const reader of this.#readers) reader.end();
		this.#readers.clear();
	}

	/** The rest will not come. */
	fail(error: Error): void {
		this.#error = error;
		this.#kept = [];
		for (const reader of this.#readers) reader.failed(error);
		this.#readers.clear();
	}

	/** Reads from the first byte on. Returns a function that stops reading. */
	read(reader: ByteReader): () => void {
		const pieces = this.#kept;
		const isOnly = this.#expected === 1 && !this.#wasRead;
		this.#wasRead = true;
		this.#come();
		if (this.#error) reader.failed(this.#error);
		else {
			for (const piece of pieces) reader.piece(piece, isOnly);
			if (this.#arrived === this.length) reader.end();
			else this.#readers.add(reader);
		}
		return () => this.#readers.delete(reader);
	}

	/** All bytes, when they have come, for a reader that cannot take them in pieces. All such readers share one copy. */
	whole(): Promise<Uint8Array> {
		if (this.#whole) this.#come();
		else
			this.#whole = new Promise((resolve, reject) => {
				// Not from the pool, and not filled with zeros: every byte is written.
				const bytes = Buffer.allocUnsafeSlow(this.length);
				let at = 0;
				this.read({
					piece: (piece, isOnly) => {
						bytes.set(piece, at);
						at += piece.byteLength;
						if (isOnly) freeBytes(piece);
					},
					end: () => resolve(bytes),
					failed: reject,
				});
			});
		return this.#whole;
	}

	/** One of the expected readers is here. */
	#come(): void {
		if (this.#expected === 0) throw new TypeError("More readers came than were expected.");
		this.#expected--;
		if (this.#expected === 0) this.#kept = [];
	}
}

/** A result as it is, or all its bytes when they have come. */
export function wholeOf<T>(content: T | ArrivingBytes): T | Promise<Uint8Array> {
	return content instanceof ArrivingBytes ? content.whole() : content;
}
