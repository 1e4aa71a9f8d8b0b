import type { IncomingMessage } from "node:http";
import { Refusal } from "../flow/refusal.js";

/** No real caller sends more. node:http ignores fields after the first thousand, even Content-Length. */
const MOST_FIELDS = 200;

/** RFC 9112 §3.2: a host and a port, or nothing. */
const HOST = /^[A-Za-z0-9._~!$&'()*+,;=%:[\]-]*$/;

/** Fields that must not be repeated: readers could disagree on which counts. node:http takes the first. */
const ONCE: Readonly<Record<number, string>> = { 12: "content-type", 13: "authorization" };

/**
 * Finds framing problems that node:http accepts; undefined if there are none. Each could make a proxy and this server see
 * different requests in the same bytes.
 */
export function framingProblem(message: IncomingMessage): Refusal | undefined {
	const { rawHeaders, headers, httpVersionMajor, httpVersionMinor } = message;
	if (httpVersionMajor !== 1) return bad("Use HTTP/1.1. The request names another version.");
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
	if (!HOST.test(headers.host ?? "")) return bad("Send only a host and a port in the Host field.");
	const coding = headers["transfer-encoding"];
	if (coding === undefined) return undefined;
	// RFC 9112 §6.1: HTTP/1.0 has no transfer codings, so a proxy has passed this on without understanding it.
	if (httpVersionMinor === 0) return bad("Send Content-Length: HTTP/1.0 has no Transfer-Encoding.");
	return coding.toLowerCase() === "chunked"
		? undefined
		: bad("Use chunked as the only transfer coding. For compression, use Content-Encoding.");
}

function bad(detail: string): Refusal {
	return new Refusal("bad-request", detail);
}
