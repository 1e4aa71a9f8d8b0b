import type { IncomingMessage } from "node:http";
import { malformedHost, Refusal } from "./refusal.js";

/** No real caller sends more. node:http ignores fields after the first thousand, even Content-Length. */
const MOST_FIELDS = 200;

/** Fields that must not be repeated: readers could disagree on which counts. node:http takes the first. */
const HOST = "host";
const TYPE = "content-type";
const CREDENTIALS = "authorization";

/** RFC 9112 §3.2: a host and a port, or nothing. */
const HOST_VALUE = /^[A-Za-z0-9._~!$&'()*+,;=%:[\]-]*$/;
/** The last value that was valid. Most requests have the same. */
let lastHost = "";

/**
 * Finds framing problems that node:http accepts; undefined if there are none. Each could make a proxy and this server see
 * different requests in the same bytes.
 */
export function framingProblem(message: IncomingMessage): Refusal | undefined {
	const { rawHeaders, headers, httpVersionMajor, httpVersionMinor } = message;
	if (httpVersionMajor !== 1) return bad("The request is not HTTP/1.1.");
	if (rawHeaders.length > 2 * MOST_FIELDS)
		return new Refusal("headers-too-large", `The request has more than ${MOST_FIELDS} header fields.`);
	let hosts = 0;
	let types = 0;
	let credentials = 0;
	for (let i = 0; i < rawHeaders.length; i += 2) {
		const name = rawHeaders[i] as string;
		// By its length first: most names are none of these.
		switch (name.length) {
			case HOST.length:
				if (name.toLowerCase() === HOST) hosts++;
				break;
			case TYPE.length:
				if (name.toLowerCase() === TYPE) types++;
				break;
			case CREDENTIALS.length:
				if (name.toLowerCase() === CREDENTIALS) credentials++;
				break;
		}
	}
	if (hosts !== 1 && httpVersionMinor !== 0)
		return bad(`The request has ${hosts} Host fields, and must have one.`);
	if (types > 1) return twice(TYPE);
	if (credentials > 1) return twice(CREDENTIALS);
	const { host = "" } = headers;
	if (host !== lastHost) {
		if (!HOST_VALUE.test(host)) return malformedHost();
		lastHost = host;
	}
	const coding = headers["transfer-encoding"];
	if (coding === undefined) return undefined;
	// RFC 9112 §6.1: HTTP/1.0 has no transfer codings, so a proxy has passed this on without understanding it.
	if (httpVersionMinor === 0)
		return bad("The request has a Transfer-Encoding, which HTTP/1.0 does not have. Send Content-Length.");
	return coding.toLowerCase() === "chunked"
		? undefined
		: bad("The Transfer-Encoding must be chunked. For compression, use Content-Encoding.");
}

function twice(name: string): Refusal {
	return bad(`The request has more than one ${name} field.`);
}

function bad(detail: string): Refusal {
	return new Refusal("bad-request", detail);
}
