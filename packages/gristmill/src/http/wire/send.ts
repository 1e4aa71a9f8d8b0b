import { Buffer } from "node:buffer";
import { type IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { asBuffer } from "../../core/as-buffer.js";
import { CLOCK, type Clock, type Timer } from "../../core/clock.js";
import { DirectResponse } from "./direct-response.js";
import { type Envelope, fieldLines, fieldsOf } from "./envelope.js";
import type { HttpReply } from "./message.js";

/** How much of an unwanted body is read and dropped, and for how long in all, before the connection is closed. */
const LINGER_BYTES = 8 * 1024 * 1024;
const LINGER_MS = 30_000;
/** After this long without a byte, the caller sends no more. */
const SILENCE_MS = 2_000;

const LONG_TEXT = 16 * 1024;

/**
 * Writes the answer and returns the length of its body; undefined if it cannot be sent. `close` then ends the connection. Of a body
 * that is still arriving, or that comes part by part, only the head is written.
 */
export function sendReply(
	response: ServerResponse,
	envelope: Envelope,
	reply: HttpReply,
	close: boolean,
): number | undefined {
	// A short text is sent in one piece with the head. A long one is encoded once, which also gives its length.
	const { body: given } = reply;
	const body = typeof given === "string" && given.length > LONG_TEXT ? Buffer.from(given) : given;
	const length = reply.arriving?.bytes.length ?? Buffer.byteLength(body);
	if (reply.parts) return writeHead(response, envelope, reply, undefined, close) ? 0 : undefined;
	if (!close && response instanceof DirectResponse && sendWhole(response, envelope, reply, body, length))
		return length;
	if (!writeHead(response, envelope, reply, length, close)) return undefined;
	if (reply.arriving) return length;
	// With as many bytes as characters the text is ASCII. As Latin-1 it is copied instead of encoded, and so are a few bytes.
	if (typeof body === "string" && length === body.length) endWithText(response, body);
	else if (typeof body !== "string" && length <= LONG_TEXT && isPlain(response))
		endWithText(response, asBuffer(body).toString("latin1"));
	else response.end(body);
	boundReading(response);
	return length;
}

/** Sends a small answer in one write. Returns false if it must be sent in the usual way. */
function sendWhole(
	response: DirectResponse,
	envelope: Envelope,
	reply: HttpReply,
	body: Uint8Array | string,
	length: number,
): boolean {
	const { status } = reply;
	if (status === 204 || status === 304) return false;
	// With as many bytes as characters a text is ASCII.
	if (reply.arriving || length > LONG_TEXT || (typeof body === "string" && length !== body.length))
		return false;
	if (!response.isUntouched()) return false;
	const text = typeof body === "string" ? body : asBuffer(body).toString("latin1");
	response.sendWhole(status, fieldLines(envelope, reply, length), text);
	// Otherwise the system has all of it.
	if (response.socket) boundReading(response);
	return true;
}

/**
 * Sends a short text in one write with the head. `end(text)` would queue an empty piece after it, and two pieces take a vectored
 * write, which costs more.
 */
function endWithText(response: ServerResponse, text: string): void {
	if (text !== "") response.write(text, "latin1");
	// Undefined while an earlier answer of this connection is being sent.
	response.socket?.uncork();
	response.end();
}

/** Whether `write` and `end` are Node's own. Middleware that replaces them to keep the answer may read every string as UTF-8. */
function isPlain({ write, end }: ServerResponse): boolean {
	return write === ServerResponse.prototype.write && end === ServerResponse.prototype.end;
}

/**
 * Answers a request whose body is not wanted, and closes. Closing at once would reset the connection while the caller
 * still sends, and the caller would lose the answer, so the body is read on for a while.
 */
export function sendAndClose(
	message: IncomingMessage,
	response: ServerResponse,
	envelope: Envelope,
	reply: HttpReply,
	clock: Clock = CLOCK,
): number | undefined {
	const length = Buffer.byteLength(reply.body);
	if (!writeHead(response, envelope, reply, length, true)) return undefined;
	response.write(reply.body);
	response.flushHeaders();
	let budget = LINGER_BYTES;
	let hasCome = false;
	let isOver = false;
	let silence: Timer;
	const end = () => {
		if (isOver) return;
		isOver = true;
		clock.clearTimeout(whole);
		clock.clearTimeout(silence);
		message.off("data", count);
		response.end();
		boundReading(response);
	};
	const count = (chunk: Buffer) => {
		hasCome = true;
		budget -= chunk.length;
		if (budget < 0) end();
	};
	const whole = clock.setTimeout(end, LINGER_MS);
	const listen = () => {
		hasCome = false;
		// If this process was busy for so long, bytes wait. They are read before the immediate runs.
		const judge = () => setImmediate(() => (hasCome && !isOver ? listen() : end()));
		silence = clock.setTimeout(judge, SILENCE_MS);
	};
	listen();
	message.on("data", count);
	message.once("end", end);
	message.once("close", end);
	message.resume();
	return length;
}

/** Returns false if the answer cannot be sent. */
function writeHead(
	response: ServerResponse,
	envelope: Envelope,
	reply: HttpReply,
	length: number | undefined,
	close: boolean,
): boolean {
	// The caller is gone, or the transport has answered already (408, 400).
	if (response.headersSent || response.destroyed) return false;
	const fields = fieldsOf(envelope, reply, length);
	if (close) fields.push("Connection", "close");
	response.writeHead(reply.status, fields);
	return true;
}

/** A caller that reads nothing of its answer for this time is treated as gone. */
export const READ_MS = 30_000;
/** How often it is looked at in this time. */
const LOOKS = 6;

/**
 * Limits how long an answer may stay unread. node:http limits only the request, so a caller that reads nothing would hold
 * its connection and its answer forever. Most answers go to the system at once, and need no limit.
 */
export function boundReading(response: ServerResponse): void {
	const { socket } = response;
	if (!socket) {
		// It waits behind another answer. When its turn comes, it is written at once.
		response.once("socket", () => setImmediate(() => boundReading(response)));
		return;
	}
	if (socket.writableLength === 0) return;
	// Not the timeout of the socket: it begins again, once, if the system has taken a part of a piece, so it would last twice as long.
	let before = unread(socket);
	let still = 0;
	const timer = setInterval(() => {
		const now = unread(socket);
		still = now > 0 && now === before ? still + 1 : 0;
		before = now;
		if (still === LOOKS) socket.destroy();
	}, READ_MS / LOOKS).unref();
	const stop = () => {
		clearInterval(timer);
		socket.off("close", stop);
	};
	response.once("finish", stop);
	socket.once("close", stop);
}

/** The bytes that the system has not taken. Within a write, only the handle of the socket, which has no type, knows them. */
function unread(socket: Socket): number {
	const { _handle: handle } = socket as { _handle?: { readonly writeQueueSize?: number } | null };
	return socket.writableLength === 0 ? 0 : (handle?.writeQueueSize ?? 0) + socket.writableLength;
}
