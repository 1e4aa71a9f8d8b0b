import type { IncomingMessage } from "node:http";
import { builtIn } from "../errors/node-built-in.js";
import type { OutgoingRequest, RawResponse } from "./message.js";

type Http = typeof import("node:http");
type Stream = typeof import("node:stream");

const WANTED = "Call this mill from Node: browsers send no body with GET";

/** Sends GET with a body. fetch does not support that (Fetch standard, Request constructor). */
export async function getWithBody({ url, headers, body, signal }: OutgoingRequest): Promise<RawResponse> {
	const { request } = builtIn<Http>(url.protocol === "https:" ? "node:https" : "node:http", WANTED);
	const { Readable, pipeline } = builtIn<Stream>("node:stream", WANTED);
	const content = await body?.open();
	// Without a length Node would send the body chunked, and some servers ignore that for GET.
	const length = body?.size === undefined ? {} : { "Content-Length": String(body.size) };
	const message = await new Promise<IncomingMessage>((resolve, reject) => {
		const fields = { ...Object.fromEntries(headers), ...length, "Accept-Encoding": "identity" };
		const question = request(url, { method: "GET", headers: fields, signal }, resolve);
		question.on("error", reject);
		if (content === undefined || content instanceof Uint8Array) question.end(content);
		else {
			const stream = content instanceof Blob ? content.stream() : content;
			const source = Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
			// The aborted request would only report a lost connection.
			source.on("error", reject);
			pipeline(source, question, () => {});
		}
	});
	const received = new Headers();
	for (const [name, values] of Object.entries(message.headersDistinct))
		for (const value of values ?? []) received.append(name, value);
	return {
		status: message.statusCode ?? 0,
		headers: received,
		body: Readable.toWeb(message) as unknown as ReadableStream<Uint8Array>,
	};
}
