import { AnswerError } from "../errors/errors.js";
import { resolved } from "./address.js";
import { goesByNode } from "./goes-by-node.js";
import type { OutgoingRequest, RawAnswer, RawResponse } from "./message.js";
import { readBody } from "./read-body.js";

const MOST_REDIRECTS = 5;

/**
 * Sends a request and reads the whole answer. Redirects keep the method and the body, also for 301 and 302. Changing the
 * method to GET, which RFC 9110 §15.4.2 allows, would not be the same call.
 */
export async function send(request: OutgoingRequest): Promise<RawAnswer> {
	const { origin } = request.url;
	let { url } = request;
	for (let hops = 0; ; hops++) {
		const headers = new Headers(request.headers);
		if (url.origin === origin) for (const [name, value] of request.secret) headers.set(name, value);
		const response = await transmit({ ...request, url, headers });
		const location = isRedirect(response.status) ? response.headers.get("location") : null;
		const mayRepeat = request.body === undefined || request.body.repeatable;
		if (location === null || !mayRepeat) {
			const { status, body } = response;
			if (request.streaming && body && status >= 200 && status <= 299) {
				const coming = { body, over: () => {} };
				return { url: url.href, status, headers: response.headers, bytes: new Uint8Array(), coming };
			}
			const bytes = await readBody(response, request.maxBytes, url);
			return { url: url.href, status: response.status, headers: response.headers, bytes };
		}
		await response.body?.cancel().catch(() => {});
		const target = resolved(location, url);
		// `fetch` takes no credentials in a URL.
		const next = target?.username || target?.password ? undefined : target;
		if (hops >= MOST_REDIRECTS || next === undefined || !isAllowed(url, next))
			throw new AnswerError(`${refusal(url, next, hops)}. Use the mill's own URL.`, {
				url: url.href,
			});
		url = next;
	}
}

function isRedirect(status: number): boolean {
	return status === 301 || status === 302 || status === 307 || status === 308;
}

/** Redirects must not go from https to http, or to another scheme. */
function isAllowed(from: URL, to: URL): boolean {
	return to.protocol === "https:" || (to.protocol === "http:" && from.protocol === "http:");
}

function refusal(from: URL, to: URL | undefined, hops: number): string {
	if (to === undefined) return `${from.href} redirects to an invalid URL`;
	if (hops >= MOST_REDIRECTS) return `${from.href} starts more than ${MOST_REDIRECTS} redirects`;
	return `${from.href} redirects to ${to.protocol}, which is not followed`;
}

async function transmit(request: OutgoingRequest): Promise<RawResponse> {
	const { method, url, headers, body, signal } = request;
	if (goesByNode(request)) {
		// A browser does not load it.
		const { sendByNode } = await import("./node-http.js");
		return sendByNode(request);
	}
	const content = await body?.open();
	// Without it, fetch sends a stream chunked. Browsers ignore the field.
	if (content instanceof ReadableStream && body?.size !== undefined)
		headers.set("Content-Length", String(body.size));
	const options = {
		...(request.fetch === globalThis.fetch && noFetchTimeouts()),
		method,
		headers,
		signal,
		...(content !== undefined && { body: content, duplex: "half" }),
	} as RequestInit;
	const response = await request.fetch(url, { ...options, redirect: "manual" });
	if (response.type !== "opaqueredirect") return response;
	// Browsers hide redirects. They follow them with all header fields.
	if ([...request.secret].length > 0)
		throw new AnswerError(
			`${url.href} redirects, and a browser would send your own header fields there. Use the mill's own URL.`,
			{ url: url.href },
		);
	return request.fetch(url, {
		...options,
		...(content instanceof ReadableStream && { body: await body?.open() }),
	} as RequestInit);
}

/** What Node's fetch sends with. The global one is registered under this symbol, even if a program replaced it. */
interface Dispatcher {
	dispatch(options: object, handler: object): boolean;
}
const GLOBAL_DISPATCHER = Symbol.for("undici.globalDispatcher.1");

/**
 * Options that switch off the timeouts of Node's fetch; empty outside Node. Node gives up after five minutes without
 * a byte, and a mill sends nothing until its result is computed.
 */
function noFetchTimeouts(): { readonly dispatcher?: Dispatcher } {
	const common = (globalThis as { [GLOBAL_DISPATCHER]?: Partial<Dispatcher> })[GLOBAL_DISPATCHER];
	if (typeof common?.dispatch !== "function") return {};
	const usual = common as Dispatcher;
	return {
		dispatcher: {
			dispatch: (options, handler) =>
				usual.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
		},
	};
}
