import { Buffer } from "node:buffer";
import type { Readable } from "node:stream";
import { MiB } from "../../core/definition/limits.js";
import type { ArrivingBytes } from "./arriving.js";
import { freeBytes } from "./free-bytes.js";

/** How each message begins. What an author writes to the pipe by mistake begins in another way. */
const MARK = 0xf5475249;
/** The bytes before each message: the mark, the length of its JSON, and the number of bytes after that. */
const HEAD = 12;
/** A message with more JSON or more bytes is not one of ours. */
const MOST_JSON = 16 * MiB;
const MOST_BYTES = 1024 * MiB;
/** Bytes of this size are sent as they are, and received in a buffer of their size. Smaller ones are copied: one write is faster. */
const LARGE = 64 * 1024;
const NONE = new Uint8Array(0);

/** Where messages are written: a stream, or less. */
interface Outgoing {
	readonly writable: boolean;
	write(bytes: Uint8Array, onFlushed?: () => void): unknown;
}

type OnMessage = (message: unknown, bytes: Uint8Array) => void;
/** Takes a message before its large bytes, and returns where they go as they come; undefined if it wants them first. */
type OnArriving = (message: unknown, size: number) => ArrivingBytes | undefined;

/** A message as sent through the pipe: as JSON, with bytes after it. V8's own format takes three times as long. */
export function frame(message: unknown, bytes: Uint8Array = NONE): Buffer {
	const json = JSON.stringify(message);
	const length = Buffer.byteLength(json);
	const isLarge = bytes.byteLength >= LARGE;
	const framed = Buffer.allocUnsafe(HEAD + length + (isLarge ? 0 : bytes.byteLength));
	framed.writeUInt32BE(MARK, 0);
	framed.writeUInt32BE(length, 4);
	framed.writeUInt32BE(bytes.byteLength, 8);
	framed.write(json, HEAD);
	if (!isLarge) framed.set(bytes, HEAD + length);
	return framed;
}

/**
 * Messages between the server and a worker, through two pipes of their own, or between a worker and its Python process. Node's IPC
 * channel is part of `process`, where every mill could send, listen and disconnect.
 */
export class Wire {
	readonly #incoming: Readable;
	readonly #outgoing: Outgoing;
	readonly #onMessage: OnMessage;
	readonly #onEnd: (isUnreadable: boolean) => void;
	readonly #onArriving: OnArriving | undefined;
	#chunks: Buffer[] = [];
	#held = 0;
	/** How many bytes must be held before the next step. */
	#wanted = HEAD;
	/** A message whose small bytes have not all come. */
	#begun: { readonly message: unknown; readonly size: number } | undefined;
	/** Takes the large bytes of a message, of which `left` have not come. */
	#large: { push(piece: Buffer): void } | undefined;
	#left = 0;

	/** `onEnd` is called when the other side is gone or sends an unreadable message. It may be called more than once. */
	constructor(
		incoming: Readable,
		outgoing: Outgoing,
		onMessage: OnMessage,
		onEnd: (isUnreadable: boolean) => void,
		onArriving?: OnArriving,
	) {
		this.#incoming = incoming;
		this.#outgoing = outgoing;
		this.#onMessage = onMessage;
		this.#onEnd = onEnd;
		this.#onArriving = onArriving;
		incoming.on("data", (chunk: Buffer) => this.#take(chunk));
		for (const event of ["error", "close"]) incoming.on(event, () => onEnd(false));
	}

	/**
	 * Sends a message, which must be JSON. `onFlushed` is called when the system has taken the bytes, or never will. Until
	 * then they must not change.
	 */
	send(message: unknown, bytes: Uint8Array = NONE, onFlushed?: () => void): void {
		if (!this.#outgoing.writable) {
			onFlushed?.();
			return;
		}
		const isLarge = bytes.byteLength >= LARGE;
		this.#outgoing.write(frame(message, bytes), isLarge ? undefined : onFlushed);
		if (isLarge) this.#outgoing.write(bytes, onFlushed);
	}

	#take(chunk: Buffer): void {
		if (this.#large) this.#fill(this.#large, chunk);
		else {
			this.#chunks.push(chunk);
			this.#held += chunk.length;
		}
		while (this.#held >= this.#wanted) {
			const isReadable = this.#begun ? this.#end(this.#begun) : this.#begin();
			if (!isReadable) return;
		}
	}

	/** Reads the head and the JSON of a message, if they have come. Returns false if this is no message. */
	#begin(): boolean {
		const held = this.#whole();
		const length = held.readUInt32BE(4);
		const size = held.readUInt32BE(8);
		if (held.readUInt32BE(0) !== MARK || length > MOST_JSON || size > MOST_BYTES) return this.#break();
		const end = HEAD + length;
		this.#wanted = end;
		if (held.length < end) return true;
		const message = read(held.toString("utf8", HEAD, end));
		if (!message) return this.#break();
		this.#keep(held, end);
		if (size === 0) this.#onMessage(message.value, NONE);
		else if (size >= LARGE) this.#beginLarge(message.value, size);
		else {
			this.#begun = { message: message.value, size };
			this.#wanted = size;
		}
		return true;
	}

	/** Passes on a message whose bytes have come. */
	#end({ message, size }: { readonly message: unknown; readonly size: number }): boolean {
		const held = this.#whole();
		this.#begun = undefined;
		this.#keep(held, size);
		this.#onMessage(message, held.subarray(0, size));
		return true;
	}

	/** Begins the large bytes of a message, some of which may be held already. */
	#beginLarge(message: unknown, size: number): void {
		this.#large = this.#onArriving?.(message, size) ?? this.#collected(message, size);
		this.#left = size;
		const [held] = this.#chunks;
		this.#chunks = [];
		this.#held = 0;
		if (held) this.#fill(this.#large, held);
	}

	/** Collects bytes in a buffer of their size: joining the pieces at the end would take the memory twice. */
	#collected(message: unknown, size: number): { push(piece: Buffer): void } {
		// Not from the pool, and not filled with zeros: every byte is written.
		const bytes = Buffer.allocUnsafeSlow(size);
		let at = 0;
		return {
			push: (piece) => {
				at += piece.copy(bytes, at);
				freeBytes(piece);
				if (at === size) this.#onMessage(message, bytes);
			},
		};
	}

	/** Passes on a piece of large bytes, and holds what comes after them. */
	#fill(large: { push(piece: Buffer): void }, chunk: Buffer): void {
		const piece = chunk.length > this.#left ? chunk.subarray(0, this.#left) : chunk;
		this.#left -= piece.length;
		if (this.#left === 0) {
			this.#large = undefined;
			this.#keep(chunk, piece.length);
		}
		large.push(piece);
	}

	/** The bytes received so far, in one piece. */
	#whole(): Buffer {
		const [first, ...others] = this.#chunks;
		const bytes = first && others.length === 0 ? first : Buffer.concat(this.#chunks);
		this.#chunks = [bytes];
		return bytes;
	}

	/** Keeps what came after a message. Even an empty subarray would keep the whole message in memory. */
	#keep(held: Buffer, from: number): void {
		this.#chunks = from < held.length ? [held.subarray(from)] : [];
		this.#held = held.length - from;
		this.#wanted = HEAD;
	}

	/** After a message that cannot be read, the start of the next one is unknown. */
	#break(): false {
		this.#incoming.destroy();
		this.#onEnd(true);
		return false;
	}
}

/** A message from its JSON; undefined if it is none. */
function read(json: string): { readonly value: unknown } | undefined {
	try {
		return { value: JSON.parse(json) };
	} catch {
		return undefined;
	}
}
