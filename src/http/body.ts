import type { IncomingMessage } from "node:http";
import { Problem } from "../core/problem.js";
import { NO_BODY } from "./message.js";
import { tooLarge } from "./refusal.js";

/** Whether a request says that it has a body (RFC 9112 §6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
	if (headers["transfer-encoding"] !== undefined) return true;
	return headers["content-length"] !== undefined && headers["content-length"] !== "0";
}

/** Reads the body into one buffer, never holding more than the limit; `hold` is told of each piece, and may refuse it. */
export function readBody(message: IncomingMessage, limit: number, hold: Hold): Promise<Uint8Array> {
	if (!hasBody(message)) return Promise.resolve(NO_BODY);
	const announced = message.headers["content-length"];
	const length = announced === undefined ? undefined : Number(announced);
	if (length !== undefined && length > limit) return Promise.reject(tooLarge(limit));
	return length === undefined ? readChunks(message, limit, hold) : readExactly(message, length, hold);
}

type Hold = (bytes: number) => void;

function readExactly(message: IncomingMessage, length: number, hold: Hold): Promise<Uint8Array> {
	return new Promise((resolve, reject) => {
		let buffer: Buffer | undefined;
		let filled = 0;
		onPiece(message, hold, reject, (chunk) => {
			// A small body comes whole, and then it is not copied at all.
			if (filled === 0 && chunk.length === length) buffer = chunk;
			else {
				buffer ??= Buffer.allocUnsafeSlow(length);
				chunk.copy(buffer, filled);
			}
			filled += chunk.length;
		});
		message.on("end", () => resolve(buffer ?? NO_BODY));
		onLoss(message, reject);
	});
}

function readChunks(message: IncomingMessage, limit: number, hold: Hold): Promise<Uint8Array> {
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let total = 0;
		onPiece(message, hold, reject, (chunk) => {
			total += chunk.length;
			if (total > limit) throw tooLarge(limit);
			chunks.push(chunk);
		});
		message.on("end", () => resolve(Buffer.concat(chunks)));
		onLoss(message, reject);
	});
}

/** Hands on what comes until it is too much; what comes later is neither held nor counted. */
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

/** The caller went away, or its connection broke, before the body was whole. */
function onLoss(message: IncomingMessage, reject: (reason: Problem) => void): void {
	const lost = () => {
		if (!message.complete)
			reject(new Problem("bad-request", "Send the whole body: the connection ended early."));
	};
	// Without a listener for "error" an aborted request only closes.
	message.on("close", lost);
}
