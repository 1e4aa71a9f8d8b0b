import type { Duplex } from "node:stream";
import { DefaultSerializer, deserialize } from "node:v8";
import { MiB } from "../../core/definition/limits.js";

/** The bytes of the length before each message. */
const HEAD = 4;
/** A longer message is not one of ours. */
const MOST_BYTES = 1024 * MiB;
/** A larger message is collected in a buffer of its size. Joining its pieces at the end would take the memory twice, and stop the loop. */
const LARGE = MiB;
/** Bytes of this size follow their message as they are. Serialising them would copy them. */
export const ATTACHED = 64 * 1024;

/** Says that a message is followed by this many bytes. */
interface Announcement {
	readonly attached: number;
	readonly message: unknown;
}

type OnMessage = (message: unknown, attachment?: Uint8Array) => void;

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
	readonly #onMessage: OnMessage;
	readonly #onEnd: () => void;
	#chunks: Buffer[] = [];
	#held = 0;
	#wanted = HEAD;
	/** A large message of which not everything has come. */
	#large: Collected | undefined;
	/** The message whose bytes come next. */
	#announced: Announcement | undefined;

	/** `onEnd` is called when the other side is gone or sends an unreadable message. It may be called more than once. */
	constructor(pipe: Duplex, onMessage: OnMessage, onEnd: () => void) {
		this.#pipe = pipe;
		this.#onMessage = onMessage;
		this.#onEnd = onEnd;
		pipe.on("data", (chunk: Buffer) => this.#take(chunk));
		pipe.on("error", onEnd);
		pipe.on("close", onEnd);
	}

	/** `onFlushed` is called when the system has taken the attachment, or never will. Until then it must not change. */
	send(message: unknown, attachment?: Uint8Array, onFlushed?: () => void): void {
		if (!this.#pipe.writable) {
			onFlushed?.();
			return;
		}
		if (!attachment) this.#pipe.write(frame(message), onFlushed);
		else {
			const announcement: Announcement = { attached: attachment.byteLength, message };
			this.#pipe.write(frame(announcement));
			this.#pipe.write(attachment, onFlushed);
		}
	}

	#take(chunk: Buffer): void {
		const rest = this.#large ? this.#fill(this.#large, chunk) : chunk;
		if (rest.length === 0) return;
		this.#chunks.push(rest);
		this.#held += rest.length;
		while (this.#held >= this.#wanted) {
			if (this.#announced) {
				this.#takeAttachment(this.#announced);
				if (this.#large) return;
				continue;
			}
			const bytes = this.#whole();
			const end = HEAD + bytes.readUInt32BE();
			this.#wanted = end;
			if (end <= HEAD || end > HEAD + MOST_BYTES) {
				this.#break();
				return;
			}
			if (this.#held < end) {
				if (end > LARGE) this.#collect(bytes, end);
				return;
			}
			// Even an empty subarray would keep the whole message in memory.
			this.#chunks = end < bytes.length ? [bytes.subarray(end)] : [];
			this.#held -= end;
			this.#wanted = HEAD;
			if (!this.#hear(bytes.subarray(HEAD, end))) return;
		}
	}

	/** Starts to collect bytes of this size in one buffer, from the bytes that have come. */
	#collect(start: Buffer, size: number): void {
		// Not from the pool, and not filled with zeros: every byte is written.
		const bytes = Buffer.allocUnsafeSlow(size);
		start.copy(bytes);
		this.#large = { bytes, at: start.length };
		this.#chunks = [];
		this.#held = 0;
		this.#wanted = HEAD;
	}

	/** Takes the bytes of a message from those that have come, or starts to collect them. */
	#takeAttachment(announcement: Announcement): void {
		const bytes = this.#whole();
		if (bytes.length < announcement.attached) {
			this.#collect(bytes, announcement.attached);
			return;
		}
		this.#announced = undefined;
		this.#wanted = HEAD;
		const rest = bytes.subarray(announcement.attached);
		this.#chunks = rest.length > 0 ? [rest] : [];
		this.#held = rest.length;
		this.#onMessage(announcement.message, bytes.subarray(0, announcement.attached));
	}

	/** Adds a piece to what is collected. Returns the bytes after it. */
	#fill(large: Collected, chunk: Buffer): Buffer {
		const copied = chunk.copy(large.bytes, large.at);
		large.at += copied;
		if (large.at === large.bytes.length) {
			this.#large = undefined;
			const announced = this.#announced;
			this.#announced = undefined;
			if (announced) this.#onMessage(announced.message, large.bytes);
			else this.#hear(large.bytes.subarray(HEAD));
		}
		return chunk.subarray(copied);
	}

	/** Passes a message on, unless its bytes are still to come. Returns false if this is no message. */
	#hear(bytes: Buffer): boolean {
		const message = read(bytes);
		if (!message || (isAnnouncement(message.value) && !isBounded(message.value))) {
			this.#break();
			return false;
		}
		if (isAnnouncement(message.value)) {
			this.#announced = message.value;
			// One byte is enough to start.
			this.#wanted = 1;
		} else this.#onMessage(message.value);
		return true;
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

interface Collected {
	readonly bytes: Buffer;
	at: number;
}

function isAnnouncement(value: unknown): value is Announcement {
	return typeof value === "object" && value !== null && "attached" in value && "message" in value;
}

function isBounded({ attached }: Announcement): boolean {
	return Number.isSafeInteger(attached) && attached > 0 && attached <= MOST_BYTES;
}

/** A message from its bytes; undefined if they are not a message. */
function read(bytes: Buffer): { readonly value: unknown } | undefined {
	try {
		return { value: deserialize(bytes) };
	} catch {
		return undefined;
	}
}
