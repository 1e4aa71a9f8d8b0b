import { codingWeight } from "../core/encodings.js";
import { CONTENT_SECURITY_POLICY } from "../documents/html.js";
import { knownTag, zippedTag } from "./entity-tag.js";
import { type Fields, NO_BODY, type Reply, type Request } from "./message.js";
import type { Sheet } from "./shelf.js";

export const MARKDOWN = "text/markdown; charset=utf-8";
export const HTML = "text/html; charset=utf-8";

/** How long a document may be kept: it changes only when the server does. */
export const FRESH = "max-age=300";

/** A cache that others share must not give to anybody what was asked for with credentials. */
export function freshFor({ principal }: Request): string {
	return principal ? `private, ${FRESH}` : FRESH;
}
/** What a browser is told about a page: load nothing, tell nobody where a link was followed, be in no other window. */
const PAGE_FIELDS: Fields = {
	"Content-Security-Policy": CONTENT_SECURITY_POLICY,
	"Referrer-Policy": "no-referrer",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
};

/** Sends a document: 304 where the caller has it already, compressed where the caller can read that. */
export function sendSheet(request: Request, sheet: Sheet, type: string, own: Fields = {}): Reply {
	const zip = codingWeight(request.headers["accept-encoding"], "gzip") > 0;
	const tag = zip ? zippedTag(`"${sheet.tag}"`) : `"${sheet.tag}"`;
	const headers: Fields = {
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
	if (!zip) return { status: 200, headers, body: sheet.bytes };
	return { status: 200, headers: { ...headers, "Content-Encoding": "gzip" }, body: sheet.zipped };
}

/** Sends an author's file: a picture can be a document with scripts (SVG), and it comes from our origin. */
export function sendExample(request: Request, sheet: Sheet, type: string): Reply {
	return sendSheet(request, sheet, type, { "Content-Security-Policy": "default-src 'none'; sandbox" });
}
