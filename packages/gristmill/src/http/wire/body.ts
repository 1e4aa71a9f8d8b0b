import type { IncomingMessage } from "node:http";
import { Problem } from "../../core/problem.js";
import { tooLarge } from "../flow/refusal.js";
import { NO_BODY } from "./message.js";
import { readAlready } from "./read-already.js";

/** Whether a request declares a body (RFC 9112 §6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
	if (headers["transfer-encoding"] !== undefined) return true;
	return headers["content-length"] !== undefined && headers["content-length"] !== "0";
}

/**
 * Reads the body into one buffer, up to the limit. `hold` is called with the size of each piece, and `watch` with the piece;
 * both may throw.
 */
export async function readBody(
	message: IncomingMessage,
	limit: number,
	hold: Hold,
	watch: Watch = () => {},
): Promise<Uint8Array> {
	if (!hasBody(message)) return NO_BODY;
	const given = readAlready(message);
	if (given) {
		if (given.byteLength > limit) throw tooLarge(limit);
		hold(given.byteLength);
		watch(given);
		return given;
	}
	// The application passed the request on too late: it emits no more events.
	if (message.destroyed) throw lost();
	const announced = message.headers["content-length"];
	const length = announced === undefined ? undefined : Number(announced);
	if (length !== undefined && length > limit) throw tooLarge(limit);
	return length === undefined
		? readChunks(message, limit, hold, watch)
		: readExactly(message, length, hold, watch);
}

type Hold = (bytes: number) => void;
type Watch = (piece: Uint8Array) => void;

function readExactly(
	message: IncomingMessage,
	length: number,
	hold: Hold,
	watch: Watch,
): Promise<Uint8Array> {
	return new Promise((resolve, reject) => {
		let buffer: Buffer | undefined;
		let filled = 0;
		onPiece(message, hold, reject, (chunk) => {
			// A small body arrives in one piece, which needs no copy.
			if (filled === 0 && chunk.length === length) buffer = chunk;
			else {
				buffer ??= Buffer.allocUnsafeSlow(length);
				chunk.copy(buffer, filled);
			}
			filled += chunk.length;
			watch(chunk);
		});
		message.on("end", () => resolve(buffer ?? NO_BODY));
		onLoss(message, reject);
	});
}

function readChunks(message: IncomingMessage, limit: number, hold: Hold, watch: Watch): Promise<Uint8Array> {
	return new Promise((resolve, reject) => {
		let buffer = Buffer.allocUnsafeSlow(Math.min(limit, FIRST));
		let filled = 0;
		onPiece(message, hold, reject, (chunk) => {
			const total = filled + chunk.length;
			if (total > limit) throw tooLarge(limit);
			if (total > buffer.length) buffer = grown(buffer.subarray(0, filled), total, limit);
			chunk.copy(buffer, filled);
			filled = total;
			watch(chunk);
		});
		message.on("end", () => resolve(buffer.subarray(0, filled)));
		onLoss(message, reject);
	});
}

/** The first buffer for a body without a length. Most are small. */
const FIRST = 16 * 1024;

/** Doubles the buffer. Chunks are copied, not kept: a chunk of one byte takes a hundred bytes of memory. */
function grown(body: Buffer, needed: number, limit: number) {
	const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(needed, 2 * body.length)));
	body.copy(larger);
	return larger;
}

/** Passes pieces on until one is refused. Later pieces are neither kept nor counted. */
function onPiece(
	message: IncomingMessage,
	hold: Hold,
	reject: (reason: unknown) => void,
	take: (chunk: Buffer) => void,
): void {
	const piece = (chunk: Buffer) => {
		try {
			hold(chunk.length);
			take(chunk);
		} catch (error) {
			message.off("data", piece);
			message.pause();
			reject(error);
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

function lost(): Problem {
	return new Problem("bad-request", "Send the whole body. The connection ended early.");
}
