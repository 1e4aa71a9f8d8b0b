import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import { builtIn } from "../errors/node-built-in.js";
import type { OutgoingRequest, RawResponse } from "./message.js";
import { joined, tooLarge } from "./read-body.js";

type Http = typeof import("node:http");
type Stream = typeof import("node:stream");
type Zlib = typeof import("node:zlib");

const WANTED = "Browsers send no body with GET. Call this mill from Node.";

/** A free connection is closed after this time, before a server that waits for 5 s, as Node's own, closes it. */
const FREE_MS = 4_000;

/** Bytes of a body that is copied into a string. */
const SMALL = 4_096;

const agents = new Map<string, Agent>();

/** Sends a request, and reads the answer unless it is to be read as it comes. */
export async function sendByNode(question: OutgoingRequest): Promise<RawResponse> {
	const { url, method, headers, body, signal } = question;
	const http = builtIn<Http>(url.protocol === "https:" ? "node:https" : "node:http", WANTED);
	const agent = agents.get(url.protocol) ?? new http.Agent({ keepAlive: true, timeout: FREE_MS });
	agents.set(url.protocol, agent);
	const fields: Record<string, string> = { "accept-encoding": question.streaming ? "identity" : "gzip" };
	for (const [name, value] of headers) fields[name] = value;
	// Without a length Node would send the body chunked, and some servers ignore that for GET.
	if (body?.size !== undefined) fields["content-length"] = String(body.size);
	const content = body?.bytes ?? (await body?.open());
	return new Promise((resolve, reject) => {
		const sent = http.request(url, { method, headers: fields, signal, agent }, (message) => {
			answerOf(message, question).then(resolve, (error: unknown) => {
				message.destroy();
				reject(error);
			});
		});
		sent.on("error", reject);
		if (content === undefined) sent.end();
		else if (content instanceof Uint8Array) sendBytes(sent, content);
		else {
			const { Readable, pipeline } = builtIn<Stream>("node:stream", WANTED);
			const stream = content instanceof Blob ? content.stream() : content;
			const source = Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
			// The aborted request would only report a lost connection.
			source.on("error", reject);
			// Who has answered reads no more, and the input may have no end.
			sent.on("response", (message) => message.on("close", () => source.destroy()));
			pipeline(source, sent, () => {});
		}
	});
}

function sendBytes(sent: ClientRequest, bytes: Uint8Array): void {
	if (bytes.byteLength > SMALL) sent.end(bytes);
	// Node writes the head and a string together. Bytes would be a second piece, which takes twice as long.
	else sent.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"), "latin1");
}

async function answerOf(message: IncomingMessage, question: OutgoingRequest): Promise<RawResponse> {
	const { rawHeaders, statusCode: status = 0 } = message;
	const headers = new Headers();
	for (let i = 0; i < rawHeaders.length; i += 2)
		headers.append(rawHeaders[i] as string, rawHeaders[i + 1] as string);
	if (question.streaming) {
		const { Readable } = builtIn<Stream>("node:stream", WANTED);
		return { status, headers, body: Readable.toWeb(message) as unknown as ReadableStream<Uint8Array> };
	}
	const sent = await wholeOf(message, question);
	if (headers.get("content-encoding")?.toLowerCase() !== "gzip")
		return { status, headers, body: null, whole: sent };
	return { status, headers, body: null, whole: await inflated(sent, question) };
}

/** Reads the body. One of known size is written where it stays. */
function wholeOf(message: IncomingMessage, { maxBytes, url }: OutgoingRequest): Promise<Uint8Array> {
	return new Promise((resolve, reject) => {
		const stated = message.headers["content-length"];
		if (Number(stated ?? 0) > maxBytes) return reject(tooLarge(maxBytes, url));
		const room = stated === undefined ? undefined : new Uint8Array(Number(stated));
		const chunks: Uint8Array[] = [];
		let size = 0;
		message.on("data", (chunk: Uint8Array) => {
			if (size + chunk.byteLength > maxBytes) return reject(tooLarge(maxBytes, url));
			if (room) room.set(chunk, size);
			else chunks.push(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
			size += chunk.byteLength;
		});
		message.on("end", () => resolve(room ?? joined(chunks, size)));
		message.on("error", reject);
	});
}

function inflated(bytes: Uint8Array, { maxBytes, url }: OutgoingRequest): Promise<Uint8Array> {
	const { gunzip } = builtIn<Zlib>("node:zlib", WANTED);
	return new Promise((resolve, reject) =>
		gunzip(bytes, { maxOutputLength: maxBytes }, (error, whole) => {
			if (!error) resolve(new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength));
			else if (error instanceof RangeError) reject(tooLarge(maxBytes, url));
			else reject(error);
		}),
	);
}
