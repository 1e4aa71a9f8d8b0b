import type { IncomingMessage } from "node:http";
import { Problem } from "../../core/problem.js";
import { DirectMessage } from "../wire/direct-message.js";
import { NO_BODY, type Watch } from "../wire/message.js";
import { tooLarge } from "../wire/refusal.js";
import { BodyCollector } from "./body-collector.js";
import { readAlready } from "./read-already.js";

/** Whether a request declares a body (RFC 9112 §6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
	if (headers["transfer-encoding"] !== undefined) return true;
	return headers["content-length"] !== undefined && headers["content-length"] !== "0";
}

/** A larger body comes in several packets, and the stream lets those of different calls take turns. */
const SMALL = 16 * 1024;

export type Hold = (bytes: number) => void;

/**
 * Reads the body into one buffer, up to the limit. `hold` is called with the size of each piece, and `watch` with the piece;
 * both may throw. `onEnd` is called when the last piece has come. Not async, and it may throw at once: each promise would cost a
 * turn of the microtask queue.
 */
export function readBody(
	message: IncomingMessage,
	limit: number,
	hold: Hold,
	watch?: Watch,
	onEnd: () => void = () => {},
): Promise<Uint8Array> {
	if (!hasBody(message)) return Promise.resolve(NO_BODY);
	const given = readAlready(message);
	if (given) return watched(given, limit, hold, watch);
	// The application passed the request on too late: it emits no more events.
	if (message.destroyed) throw lost();
	const announced = message.headers["content-length"];
	const length = announced === undefined ? undefined : Number(announced);
	if (length !== undefined && length > limit) throw tooLarge(limit);
	if (!watch && length !== undefined && length <= SMALL && message instanceof DirectMessage)
		return readDirectly(message, limit, length, hold, onEnd);
	return readPieces(message, limit, length, hold, watch, onEnd);
}

/** The same as `readPieces`, without the stream. */
function readDirectly(
	message: DirectMessage,
	limit: number,
	length: number | undefined,
	hold: Hold,
	onEnd: () => void,
): Promise<Uint8Array> {
	return new Promise((resolve, reject) => {
		const body = new BodyCollector(limit, length);
		const isGiven = message.giveBodyTo({
			take: (piece) => {
				try {
					hold(piece.length);
					body.add(piece);
					return true;
				} catch (error) {
					reject(error);
					return false;
				}
			},
			end: () => {
				onEnd();
				resolve(body.whole());
			},
			lost: () => reject(lost()),
		});
		if (!isGiven) resolve(readPieces(message, limit, length, hold, undefined, onEnd));
	});
}

/** A body that a body parser has read. */
async function watched(
	body: Uint8Array,
	limit: number,
	hold: Hold,
	watch: Watch | undefined,
): Promise<Uint8Array> {
	if (body.byteLength > limit) throw tooLarge(limit);
	hold(body.byteLength);
	await watch?.(body);
	return body;
}

function readPieces(
	message: IncomingMessage,
	limit: number,
	length: number | undefined,
	hold: Hold,
	watch: Watch = () => undefined,
	onEnd: () => void,
): Promise<Uint8Array> {
	return new Promise((resolve, reject) => {
		const body = new BodyCollector(limit, length);
		/** What looks at the last piece. The end may come before it is done, although the message is paused. */
		let looking: Promise<void> | undefined;
		onPiece(message, hold, reject, (chunk) => {
			body.add(chunk);
			looking = watch(chunk);
			return looking;
		});
		message.on("end", () => {
			onEnd();
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
	hold: Hold,
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
			hold(chunk.length);
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
	return new Problem("bad-request", "Send the whole body. The connection ended early.");
}
