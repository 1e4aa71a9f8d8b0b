import type { Fields, Reply, Request } from "./message.js";
import type { Service } from "./service.js";

const EXPOSED =
	"Content-Encoding, Deprecation, ETag, Link, Mill-Digest, RateLimit, RateLimit-Policy, Request-Id, Retry-After, Sunset, WWW-Authenticate";
const REQUEST_FIELDS =
	"Accept, Authorization, Content-Encoding, Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Request-Id";

/**
 * The origins as browsers send them, "*" where it is among them. A RangeError where one is none: it would never be met,
 * and nobody would see why.
 */
export function normalOrigins(origins: "*" | readonly string[]): "*" | readonly string[] {
	return origins === "*" || origins.includes("*") ? "*" : origins.map(normalOrigin);
}

function normalOrigin(text: string): string {
	// The origin of pages in files and sandboxes.
	if (text === "null") return text;
	const url = URL.canParse(text) ? new URL(text) : undefined;
	// Not its `origin`: the URL standard knows none of chrome-extension://abc, and browsers send it.
	const origin = url?.host ? `${url.protocol}//${url.host}` : undefined;
	if (origin !== undefined && (url?.href === origin || url?.href === `${origin}/`)) return origin;
	throw new RangeError(`Give origins as https://host or https://host:port, or "*" for all: "${text}".`);
}

/** Adds what lets a page of an allowed origin read the answer, and answers its preflight. */
export function withCors(service: Service, request: Request, reply: Reply): Reply {
	const { cors } = service;
	if (cors !== "*" && cors.length === 0) return reply;
	const { origin } = request.headers;
	const fields: Record<string, string> = {};
	// A cache must not give the answer for one origin to another.
	if (cors !== "*") fields.Vary = reply.headers.Vary ? `${reply.headers.Vary}, Origin` : "Origin";
	if (origin !== undefined && (cors === "*" || cors.includes(origin))) {
		fields["Access-Control-Allow-Origin"] = cors === "*" ? "*" : origin;
		fields["Access-Control-Expose-Headers"] = EXPOSED;
		if (isPreflight(request))
			Object.assign(fields, preflightFields(reply.headers, service.guard?.apiKeyHeader));
	}
	return { ...reply, headers: { ...reply.headers, ...fields } };
}

function isPreflight({ method, headers }: Request): boolean {
	return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

function preflightFields({ Allow }: Fields, apiKeyHeader: string | undefined): Fields {
	return {
		"Access-Control-Allow-Methods": Allow ?? "",
		"Access-Control-Allow-Headers": apiKeyHeader ? `${REQUEST_FIELDS}, ${apiKeyHeader}` : REQUEST_FIELDS,
		"Access-Control-Max-Age": "86400",
	};
}
