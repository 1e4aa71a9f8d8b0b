import { codingWeight } from "../../core/http-words/encodings.js";
import { CONTENT_SECURITY_POLICY } from "../../documents/html.js";
import type { CachedDocument } from "../host/document-cache.js";
import { knownTag, zippedTag } from "../wire/entity-tag.js";
import { type HeaderFields, type HttpReply, type HttpRequest, NO_BODY } from "../wire/message.js";

export const MARKDOWN = "text/markdown; charset=utf-8";
export const HTML = "text/html; charset=utf-8";

/** A document changes only when the server does. */
export const FRESH = "max-age=300";

/** A shared cache must not store what was requested with credentials. */
export function freshFor({ principal }: HttpRequest): string {
	return principal ? `private, ${FRESH}` : FRESH;
}
/** Keeps a page from loading anything, from sending a referrer, and from being used by other windows. */
export const PAGE_FIELDS: HeaderFields = {
	"Content-Security-Policy": CONTENT_SECURITY_POLICY,
	"Referrer-Policy": "no-referrer",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
};

/** Sends a document: 304 if the caller has it, and compressed if the caller accepts gzip. */
export function sendDocument(
	request: HttpRequest,
	document: CachedDocument,
	type: string,
	own: HeaderFields = {},
): HttpReply {
	const zip = codingWeight(request.headers["accept-encoding"], "gzip") > 0;
	const tag = zip ? zippedTag(`"${document.tag}"`) : `"${document.tag}"`;
	const headers: HeaderFields = {
		"Content-Type": type,
		ETag: tag,
		Vary: "Accept, Accept-Encoding",
		"Cache-Control": freshFor(request),
		...(type === HTML && PAGE_FIELDS),
		...own,
	};
	const condition = request.headers["if-none-match"];
	if (condition?.trim() === "*" || knownTag(condition, [tag]) !== undefined) {
		const { "Content-Type": _, ...kept } = headers as Record<string, string>;
		return { status: 304, headers: kept, body: NO_BODY };
	}
	if (!zip) return { status: 200, headers, body: document.bytes };
	return { status: 200, headers: { ...headers, "Content-Encoding": "gzip" }, body: document.zipped };
}

/** Sends an author's file without rights: an SVG picture can have scripts, and it is served from our origin. */
export function sendExample(request: HttpRequest, document: CachedDocument, type: string): HttpReply {
	return sendDocument(request, document, type, { "Content-Security-Policy": "default-src 'none'; sandbox" });
}
