import { type HeaderFields, type HttpReply, NO_BODY } from "../wire/message.js";
import type { Place } from "./route.js";

/** The methods of a document. */
export const DOCUMENT_METHODS = "GET, HEAD, OPTIONS";

/** The methods of the MCP endpoint. */
export const MCP_METHODS = "POST, OPTIONS";

/** The Allow field of a place. */
export function allowed(place: Place): string {
	if (place.kind === "asterisk") return "GET, HEAD, POST, QUERY, OPTIONS";
	if (place.kind === "mcp") return MCP_METHODS;
	return place.kind === "mill" && place.callable ? place.served.allow : DOCUMENT_METHODS;
}

/** Answers OPTIONS, without credentials and content. `?$schema` is another resource than its mill. */
export function optionsReply(place: Place, ofDocument = false): HttpReply {
	const headers: HeaderFields = {
		Allow: ofDocument ? DOCUMENT_METHODS : allowed(place),
		"Cache-Control": "no-store",
	};
	if (place.kind !== "mill" || ofDocument) return { status: 204, headers, body: NO_BODY };
	const { served, self, depth } = place;
	const ofCalls = place.callable && { ...served.acceptField, ...served.headersAt(self, depth).links };
	return {
		status: 204,
		// Whoever keeps answers sees at once whether the algorithm is still theirs.
		headers: { ...headers, "Mill-Digest": served.digest, ...ofCalls },
		body: NO_BODY,
	};
}
