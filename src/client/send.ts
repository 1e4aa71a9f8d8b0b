import { resolved } from "./address.js";
import { AnswerError } from "./errors.js";
import type { Body } from "./input.js";
import { patience } from "./patient-fetch.js";

/** One request as it is to be sent. */
export interface Question {
	readonly method: string;
	readonly url: URL;
	readonly headers: Headers;
	readonly body?: Body | undefined;
	readonly signal: AbortSignal;
	/** The most bytes that are read of the answer. */
	readonly maxBytes: number;
	readonly fetch: typeof fetch;
	/** The fields that only the origin of the first address may see. */
	readonly secret: Headers;
}

/** An answer whose body is still to be read. */
export interface RawResponse {
	readonly status: number;
	readonly headers: Headers;
	readonly body: ReadableStream<Uint8Array> | null;
}

/** A whole answer, whatever its status. */
export interface RawAnswer {
	readonly url: string;
	readonly status: number;
	readonly headers: Headers;
	readonly bytes: Uint8Array;
}

const MOST_REDIRECTS = 5;

/**
 * Sends a request and reads the whole answer. Redirects keep the method and the body, also on 301 and 302: calls are
 * pure, and to turn one into a GET (RFC 9110 §15.4.2 allows it) would call something else.
 */
export async function send(question: Question): Promise<RawAnswer> {
	const { origin } = question.url;
	let { url } = question;
	for (let hops = 0; ; hops++) {
		const headers = new Headers(question.headers);
		if (url.origin === origin) for (const [name, value] of question.secret) headers.set(name, value);
		const response = await transmit({ ...question, url, headers });
		const location = isRedirect(response.status) ? response.headers.get("location") : null;
		const mayRepeat = question.body === undefined || question.body.repeatable;
		if (location === null || !mayRepeat) {
			const bytes = await readAll(response, question.maxBytes, url);
			return { url: url.href, status: response.status, headers: response.headers, bytes };
		}
		await response.body?.cancel().catch(() => {});
		const next = resolved(location, url);
		if (hops >= MOST_REDIRECTS || next === undefined || !isAllowed(url, next))
			throw new AnswerError(`Name the address that the mill really has: ${refusal(url, next, hops)}.`, {
				url: url.href,
			});
		url = next;
	}
}

function isRedirect(status: number): boolean {
	return status === 301 || status === 302 || status === 307 || status === 308;
}

/** Never from https to http, and never out of HTTP. */
function isAllowed(from: URL, to: URL): boolean {
	return to.protocol === "https:" || (to.protocol === "http:" && from.protocol === "http:");
}

function refusal(from: URL, to: URL | undefined, hops: number): string {
	if (to === undefined) return `${from.href} redirects to what is no address`;
	if (hops >= MOST_REDIRECTS) return `more than ${MOST_REDIRECTS} redirects lead on from ${from.href}`;
	return `${from.href} redirects to ${to.protocol}, which is not followed`;
}

async function transmit(question: Question): Promise<RawResponse> {
	const { method, url, headers, body, signal } = question;
	if (body && (method === "GET" || method === "HEAD")) {
		const { getWithBody } = await import("./node-get.js");
		return getWithBody(question);
	}
	const content = await body?.open();
	// A stream is sent chunked otherwise. Browsers do not let pages set this field and ignore it.
	if (content instanceof ReadableStream && body?.size !== undefined)
		headers.set("Content-Length", String(body.size));
	const options = {
		...(question.fetch === globalThis.fetch && patience()),
		method,
		headers,
		signal,
		...(content !== undefined && { body: content, duplex: "half" }),
	} as RequestInit;
	const response = await question.fetch(url, { ...options, redirect: "manual" });
	if (response.type !== "opaqueredirect") return response;
	// Browsers show nothing of a redirect: theirs is to follow it, and every field goes along.
	if ([...question.secret].length > 0)
		throw new AnswerError(
			`Name the address that the mill really has: ${url.href} redirects, and a browser would take your own fields there.`,
			{ url: url.href },
		);
	return question.fetch(url, {
		...options,
		...(content instanceof ReadableStream && { body: await body?.open() }),
	} as RequestInit);
}

async function readAll({ body }: RawResponse, maxBytes: number, url: URL): Promise<Uint8Array> {
	if (body === null) return new Uint8Array();
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = body.getReader();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		size += value.byteLength;
		if (size > maxBytes) {
			await reader.cancel().catch(() => {});
			throw new AnswerError(
				`Allow larger answers with maxAnswerBytes: this one has over ${maxBytes} bytes.`,
				{
					url: url.href,
				},
			);
		}
		chunks.push(value);
	}
	if (chunks.length === 1 && chunks[0]) return chunks[0];
	const whole = new Uint8Array(size);
	let at = 0;
	for (const chunk of chunks) {
		whole.set(chunk, at);
		at += chunk.byteLength;
	}
	return whole;
}
