import type { HeaderFields, HttpReply, HttpRequest } from "../wire/message.js";

const EXPOSED =
	"Age, Cache-Status, Content-Digest, Content-Encoding, Deprecation, ETag, Link, Mill-Digest, Mill-Receipt, Preference-Applied, RateLimit, RateLimit-Policy, Repr-Digest, Request-Id, Retry-After, Signature, Signature-Input, Sunset, WWW-Authenticate";
const REQUEST_FIELDS =
	"Accept, Accept-Signature, Authorization, Cache-Control, Content-Digest, Content-Encoding, Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mill-Digest, Prefer, Request-Id";

/**
 * The origins as browsers send them, or "*" if the list contains it. Throws a RangeError for an invalid origin, which would
 * silently never match.
 */
export function normalOrigins(origins: "*" | readonly string[]): "*" | readonly string[] {
	return origins === "*" || origins.includes("*") ? "*" : origins.map(normalOrigin);
}

function normalOrigin(text: string): string {
	// The origin of pages in files and sandboxes.
	if (text === "null") return text;
	const url = URL.canParse(text) ? new URL(text) : undefined;
	// Not `url.origin`: it is "null" for chrome-extension://abc, which browsers send.
	const origin = url?.host ? `${url.protocol}//${url.host}` : undefined;
	if (origin !== undefined && (url?.href === origin || url?.href === `${origin}/`)) return origin;
	throw new RangeError(
		`"${text}" is not an origin such as https://host or https://host:8443. "*" allows all.`,
	);
}

/** Which pages may call, and with which fields. */
interface CorsRules {
	readonly cors: "*" | readonly string[];
	readonly guard: { readonly apiKeyHeader: string | undefined } | undefined;
}

/** Adds the CORS fields for pages of allowed origins, and those of a preflight. Call it only if pages may call. */
export function withCors({ cors, guard }: CorsRules, request: HttpRequest, reply: HttpReply): HttpReply {
	const { origin } = request.headers;
	const fields: Record<string, string> = {};
	// A cache must not use the answer for one origin for another.
	if (cors !== "*") fields.Vary = reply.headers.Vary ? `${reply.headers.Vary}, Origin` : "Origin";
	// A lasting answer to a caller that is no page may be given to one.
	if (
		cors === "*" ? origin !== undefined || reply.isLasting : origin !== undefined && cors.includes(origin)
	) {
		fields["Access-Control-Allow-Origin"] = cors === "*" ? "*" : String(origin);
		fields["Access-Control-Expose-Headers"] = EXPOSED;
		if (isPreflight(request)) Object.assign(fields, preflightFields(reply.headers, guard?.apiKeyHeader));
	}
	return { ...reply, headers: { ...reply.headers, ...fields } };
}

function isPreflight({ method, headers }: HttpRequest): boolean {
	return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

function preflightFields({ Allow }: HeaderFields, apiKeyHeader: string | undefined): HeaderFields {
	return {
		"Access-Control-Allow-Methods": Allow ?? "",
		"Access-Control-Allow-Headers": apiKeyHeader ? `${REQUEST_FIELDS}, ${apiKeyHeader}` : REQUEST_FIELDS,
		"Access-Control-Max-Age": "86400",
	};
}
