import type { Duplex } from "node:stream";
import { DefaultSerializer, deserialize } from "node:v8";
import { MiB } from "../../core/definition/limits.js";

/** The bytes of the length before each message. */
const HEAD = 4;
/** A longer message is not one of ours. */
const MOST_BYTES = 1024 * MiB;
/** A larger message is collected in a buffer of its size. Joining its pieces at the end would take the memory twice, and stop the loop. */
const LARGE = MiB;

/** A message as sent through the pipe: its length, and its serialisation by V8. Buffers stay bytes. */
export function frame(message: unknown): Buffer {
	const serializer = new DefaultSerializer();
	serializer.writeRawBytes(Buffer.alloc(HEAD));
	serializer.writeHeader();
	serializer.writeValue(message);
	const bytes = serializer.releaseBuffer();
	bytes.writeUInt32BE(bytes.length - HEAD);
	return bytes;
}

/**
 * Messages between the server and a worker, through a pipe of their own. Node's IPC channel is part of `process`, where every
 * mill could send, listen and disconnect.
 */
export class Wire {
	readonly #pipe: Duplex;
	readonly #onMessage: (message: unknown) => void;
	readonly #onEnd: () => void;
	#chunks: Buffer[] = [];
	#held = 0;
	#wanted = HEAD;
	/** A large message of which not everything has come. */
	#large: { readonly bytes: Buffer; at: number } | undefined;

	/** `onEnd` is called when the other side is gone or sends an unreadable message. It may be called more than once. */
	constructor(pipe: Duplex, onMessage: (message: unknown) => void, onEnd: () => void) {
		this.#pipe = pipe;
		this.#onMessage = onMessage;
		this.#onEnd = onEnd;
		pipe.on("data", (chunk: Buffer) => this.#take(chunk));
		pipe.on("error", onEnd);
		pipe.on("close", onEnd);
	}

	send(message: unknown): void {
		if (this.#pipe.writable) this.#pipe.write(frame(message));
	}

	#take(chunk: Buffer): void {
		const rest = this.#large ? this.#fill(this.#large, chunk) : chunk;
		if (rest.length === 0) return;
		this.#chunks.push(rest);
		this.#held += rest.length;
		while (this.#held >= this.#wanted) {
			const bytes = this.#whole();
			const end = HEAD + bytes.readUInt32BE();
			this.#wanted = end;
			if (end <= HEAD || end > HEAD + MOST_BYTES) {
				this.#break();
				return;
			}
			if (this.#held < end) {
				if (end > LARGE) this.#beginLarge(bytes, end);
				return;
			}
			// Even an empty subarray would keep the whole message in memory.
			this.#chunks = end < bytes.length ? [bytes.subarray(end)] : [];
			this.#held -= end;
			this.#wanted = HEAD;
			if (!this.#hear(bytes.subarray(HEAD, end))) return;
		}
	}

	#beginLarge(start: Buffer, size: number): void {
		// Not from the pool, and not filled with zeros: every byte is written.
		const bytes = Buffer.allocUnsafeSlow(size);
		start.copy(bytes);
		this.#large = { bytes, at: start.length };
		this.#chunks = [];
		this.#held = 0;
		this.#wanted = HEAD;
	}

	/** Adds a piece to a large message. Returns the bytes after the message. */
	#fill(large: { readonly bytes: Buffer; at: number }, chunk: Buffer): Buffer {
		const copied = chunk.copy(large.bytes, large.at);
		large.at += copied;
		if (large.at === large.bytes.length) {
			this.#large = undefined;
			this.#hear(large.bytes.subarray(HEAD));
		}
		return chunk.subarray(copied);
	}

	/** Passes a message on. Returns false if the bytes are none. */
	#hear(bytes: Buffer): boolean {
		const message = read(bytes);
		if (message) this.#onMessage(message.value);
		else this.#break();
		return message !== undefined;
	}

	/** The bytes received so far, in one piece. */
	#whole(): Buffer {
		const [first, ...others] = this.#chunks;
		const bytes = first && others.length === 0 ? first : Buffer.concat(this.#chunks);
		this.#chunks = [bytes];
		return bytes;
	}

	/** After a message that cannot be read, the start of the next one is unknown. */
	#break(): void {
		this.#pipe.destroy();
		this.#onEnd();
	}
}

/** A message from its bytes; undefined if they are not a message. */
function read(bytes: Buffer): { readonly value: unknown } | undefined {
	try {
		return { value: deserialize(bytes) };
	} catch {
		return undefined;
	}
}
