import type { IncomingMessage } from "node:http";
import { Refusal } from "./refusal.js";

/** More is no caller of ours; node:http itself stops to look after a thousand, Content-Length or not. */
const MOST_FIELDS = 200;

/** RFC 9112 §3.2: a host and a port, or nothing. */
const HOST = /^[A-Za-z0-9._~!$&'()*+,;=%:[\]-]*$/;

/** Fields of which a second one would let two readers see two requests; node:http takes the first. */
const ONCE: Readonly<Record<number, string>> = { 12: "content-type", 13: "authorization" };

/**
 * What is wrong with a request although node:http took it; undefined where nothing is. Each could make a proxy
 * and us see different requests in the same bytes.
 */
export function misframed(message: IncomingMessage): Refusal | undefined {
	const { rawHeaders, headers, httpVersionMajor, httpVersionMinor } = message;
	if (httpVersionMajor !== 1) return bad("Speak HTTP/1.1: the request names another version.");
	if (rawHeaders.length > 2 * MOST_FIELDS)
		return new Refusal("headers-too-large", `Send at most ${MOST_FIELDS} header fields.`);
	let hosts = 0;
	let seen = "";
	for (let i = 0; i < rawHeaders.length; i += 2) {
		const length = rawHeaders[i]?.length ?? 0;
		if (length === 4 && rawHeaders[i]?.toLowerCase() === "host") hosts++;
		const once = ONCE[length];
		if (once === undefined || rawHeaders[i]?.toLowerCase() !== once) continue;
		if (seen.includes(once)) return bad(`Send one ${once} field: there are two.`);
		seen += once;
	}
	if (hosts !== 1 && httpVersionMinor !== 0) return bad(`Send one Host field: there are ${hosts}.`);
	if (!HOST.test(headers.host ?? ""))
		return bad("Send a host and a port in the Host field: it holds something else.");
	const coding = headers["transfer-encoding"];
	if (coding === undefined) return undefined;
	// RFC 9112 §6.1: HTTP/1.0 knows no transfer codings, so whoever passed this on did not understand it.
	if (httpVersionMinor === 0) return bad("Send Content-Length: HTTP/1.0 has no Transfer-Encoding.");
	return coding.toLowerCase() === "chunked"
		? undefined
		: bad("Send the body chunked and in no other transfer coding; Content-Encoding is for compression.");
}

function bad(detail: string): Refusal {
	return new Refusal("bad-request", detail);
}
