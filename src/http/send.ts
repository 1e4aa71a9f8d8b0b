import type { IncomingMessage, ServerResponse } from "node:http";
import type { Reply } from "./message.js";
import { boundReading } from "./slow-reader.js";

/** How much of an unwanted body is read away, and for how long, before the connection is cut. */
const LINGER_BYTES = 8 * 1024 * 1024;
const LINGER_MS = 1_000;

const LONG_TEXT = 16 * 1024;

/** What the transport adds to an answer. */
export interface Envelope {
	readonly id: string;
	/** The Server-Timing field, where there is one. */
	readonly timing: string | undefined;
}

/** Writes the answer and gives the length of its body; `close` ends the connection behind it. */
export function sendReply(
	response: ServerResponse,
	envelope: Envelope,
	reply: Reply,
	close: boolean,
): number | undefined {
	const body = writable(reply.body);
	const length = Buffer.byteLength(body);
	if (!writeHead(response, envelope, reply, length, close)) return undefined;
	// As many bytes as characters: the text is ASCII, and as Latin-1 it is copied instead of encoded.
	if (typeof body === "string" && length === body.length) response.end(body, "latin1");
	else response.end(body);
	boundReading(response);
	return length;
}

/** A short text goes out in one piece with the head; a long one is encoded once, and so its length is known. */
function writable(body: Uint8Array | string): Uint8Array | string {
	return typeof body === "string" && body.length > LONG_TEXT ? Buffer.from(body) : body;
}

/**
 * Answers a request whose body nobody will read, and closes. Closing at once would reset the connection
 * under a caller that still sends, and the caller would lose the answer: so read on for a while.
 */
export function sendAndClose(
	message: IncomingMessage,
	response: ServerResponse,
	envelope: Envelope,
	reply: Reply,
): number | undefined {
	const length = Buffer.byteLength(reply.body);
	if (!writeHead(response, envelope, reply, length, true)) return undefined;
	response.write(reply.body);
	response.flushHeaders();
	let budget = LINGER_BYTES;
	const end = () => {
		clearTimeout(timer);
		message.off("data", count);
		response.end();
	};
	const count = (chunk: Buffer) => {
		budget -= chunk.length;
		if (budget < 0) end();
	};
	const timer = setTimeout(end, LINGER_MS);
	message.on("data", count);
	message.once("end", end);
	message.once("close", end);
	message.resume();
	return length;
}

/** False where nobody is there to be answered. */
function writeHead(
	response: ServerResponse,
	{ id, timing }: Envelope,
	reply: Reply,
	length: number,
	close: boolean,
): boolean {
	// The caller is gone, or the transport has answered already (408, 400).
	if (response.headersSent || response.destroyed) return false;
	const fields: string[] = [];
	for (const name in reply.headers) fields.push(name, reply.headers[name] as string);
	fields.push("Request-Id", id, "X-Content-Type-Options", "nosniff");
	if (timing !== undefined) fields.push("Server-Timing", timing);
	// RFC 9110 §8.6: no Content-Length on 204, and none is owed on 304.
	if (reply.status !== 204 && reply.status !== 304) fields.push("Content-Length", String(length));
	if (close) fields.push("Connection", "close");
	response.writeHead(reply.status, fields);
	return true;
}
