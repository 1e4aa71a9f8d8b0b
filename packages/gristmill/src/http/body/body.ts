import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { inputTooLarge } from "../../core/input-too-large.js";
import { Problem } from "../../core/problem.js";
import { DirectMessage } from "../wire/direct-message.js";
import { NO_BODY, type Watch } from "../wire/message.js";
import { readAlready } from "./read-already.js";

/** Whether a request declares a body (RFC 9112 §6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
	if (headers["transfer-encoding"] !== undefined) return true;
	return headers["content-length"] !== undefined && headers["content-length"] !== "0";
}

/** A larger body comes in several packets, and the stream lets those of different calls take turns. */
const SMALL = 16 * 1024;

/** Who reads a body. */
export interface BodyReader {
	/** Called with the size of each piece; may throw. */
	hold(bytes: number): void;
	/** Called when the last piece has come. */
	ended?(): void;
}

/**
 * Reads the body into one buffer, up to the limit. `watch` is called with each piece and may throw. Not async, and it may throw at
 * once: each promise would cost a turn of the microtask queue.
 */
export function readBody(
	message: IncomingMessage,
	limit: number,
	reader: BodyReader,
	watch?: Watch,
): Promise<Uint8Array> {
	if (!hasBody(message)) return Promise.resolve(NO_BODY);
	const given = message.readableDidRead || message.readableEnded ? readAlready(message) : undefined;
	if (given) return watched(given, limit, reader, watch);
	// The application passed the request on too late: it emits no more events.
	if (message.destroyed) throw lost();
	const announced = message.headers["content-length"];
	const length = announced === undefined ? undefined : Number(announced);
	if (length !== undefined && length > limit) throw inputTooLarge(limit);
	if (!watch && length !== undefined && length <= SMALL && message instanceof DirectMessage)
		return readDirectly(message, limit, length, reader);
	return readPieces(message, limit, length, reader, watch);
}

/** The same as `readPieces`, without the stream. */
function readDirectly(
	message: DirectMessage,
	limit: number,
	length: number | undefined,
	reader: BodyReader,
): Promise<Uint8Array> {
	return new Promise((resolve, reject) => {
		const body = new BodyCollector(limit, length);
		const isGiven = message.giveBodyTo({
			take: (piece) => {
				try {
					reader.hold(piece.length);
					body.add(piece);
					return true;
				} catch (error) {
					reject(error);
					return false;
				}
			},
			end: () => {
				reader.ended?.();
				resolve(body.whole());
			},
			lost: () => reject(lost()),
		});
		if (!isGiven) resolve(readPieces(message, limit, length, reader, undefined));
	});
}

/** A body that a body parser has read. */
async function watched(
	body: Uint8Array,
	limit: number,
	reader: BodyReader,
	watch: Watch | undefined,
): Promise<Uint8Array> {
	if (body.byteLength > limit) throw inputTooLarge(limit);
	reader.hold(body.byteLength);
	await watch?.(body);
	return body;
}

function readPieces(
	message: IncomingMessage,
	limit: number,
	length: number | undefined,
	reader: BodyReader,
	watch: Watch = () => undefined,
): Promise<Uint8Array> {
	return new Promise((resolve, reject) => {
		const body = new BodyCollector(limit, length);
		/** What looks at the last piece. The end may come before it is done, although the message is paused. */
		let looking: Promise<void> | undefined;
		onPiece(message, reader, reject, (chunk) => {
			body.add(chunk);
			looking = watch(chunk);
			return looking;
		});
		message.on("end", () => {
			reader.ended?.();
			if (looking) looking.then(() => resolve(body.whole()), reject);
			else resolve(body.whole());
		});
		onLoss(message, reject);
		// The application has paused it to pass it on later.
		if (message.isPaused()) message.resume();
	});
}

/** Passes pieces on until one is refused. Later pieces are neither kept nor counted. */
function onPiece(
	message: IncomingMessage,
	reader: BodyReader,
	reject: (reason: unknown) => void,
	take: (chunk: Buffer) => Promise<void> | undefined,
): void {
	const refuse = (reason: unknown) => {
		message.off("data", piece);
		message.pause();
		reject(reason);
	};
	const piece = (chunk: Buffer) => {
		try {
			reader.hold(chunk.length);
			const later = take(chunk);
			if (!later) return;
			message.pause();
			later.then(() => message.resume(), refuse);
		} catch (error) {
			refuse(error);
		}
	};
	message.on("data", piece);
}

/** Rejects if the connection ends before the body is complete. */
function onLoss(message: IncomingMessage, reject: (reason: Problem) => void): void {
	// Without a listener for "error" an aborted request only closes.
	message.on("close", () => {
		if (!message.complete) reject(lost());
	});
}

/** The problem of a body whose end did not arrive. */
export function lost(): Problem {
	return new Problem(
		"bad-request",
		"The connection ended before the body was complete. Send the whole body.",
	);
}

/** The first buffer for a body without a length. Most are small. */
const FIRST = 16 * 1024;
const NOTHING = Buffer.alloc(0);

/** Gathers the pieces of a body in one buffer. Pieces are copied, not kept: one of a single byte takes a hundred bytes of memory. */
export class BodyCollector {
	readonly #limit: number;
	readonly #announced: number | undefined;
	#buffer: Uint8Array = NOTHING;
	#filled = 0;

	constructor(limit: number, announced: number | undefined) {
		this.#limit = limit;
		this.#announced = announced;
	}

	/** Throws `content-too-large` as soon as the body outgrows the limit. */
	add(piece: Uint8Array): void {
		const total = this.#filled + piece.length;
		if (total > this.#limit) throw inputTooLarge(this.#limit);
		// A small body arrives in one piece, which needs no copy.
		if (this.#filled === 0 && piece.length === this.#announced) this.#buffer = piece;
		else {
			if (total > this.#buffer.length) this.#grow(total);
			this.#buffer.set(piece, this.#filled);
		}
		this.#filled = total;
	}

	whole(): Uint8Array {
		return this.#buffer.subarray(0, this.#filled);
	}

	/** Takes the announced length at once, and otherwise doubles the buffer. */
	#grow(needed: number): void {
		const wanted = this.#filled === 0 ? (this.#announced ?? FIRST) : 2 * this.#buffer.length;
		const larger = Buffer.allocUnsafeSlow(Math.min(this.#limit, Math.max(needed, wanted)));
		larger.set(this.#buffer.subarray(0, this.#filled));
		this.#buffer = larger;
	}
}
