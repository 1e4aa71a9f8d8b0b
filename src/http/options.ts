import { type Fields, NO_BODY, type Reply } from "./message.js";
import type { Place } from "./route.js";

/** The methods of an address that holds a document. */
export const DOCUMENT_METHODS = "GET, HEAD, OPTIONS";

/** The methods of the door for agents. */
export const MCP_METHODS = "POST, OPTIONS";

/** The Allow field of a place. */
export function allowed(place: Place): string {
	if (place.kind === "everything") return "GET, HEAD, POST, QUERY, OPTIONS";
	if (place.kind === "mcp") return MCP_METHODS;
	return place.kind === "mill" && place.callable ? place.served.allow : DOCUMENT_METHODS;
}

/** Answers OPTIONS: what may be done here, without credentials and without content; `?$schema` is another resource. */
export function optionsReply(place: Place, ofDocument = false): Reply {
	const headers: Fields = {
		Allow: ofDocument ? DOCUMENT_METHODS : allowed(place),
		"Cache-Control": "no-store",
	};
	if (place.kind !== "mill" || !place.callable || ofDocument) return { status: 204, headers, body: NO_BODY };
	const { served, self, depth } = place;
	return {
		status: 204,
		headers: { ...headers, ...served.acceptField, ...served.face(self, depth).links },
		body: NO_BODY,
	};
}
