import { Buffer } from "node:buffer";
import type { ServerInfo } from "../../documents/server-info.js";
import { type Place, TOKEN_METADATA } from "../flow/route.js";
import type { Service } from "../host/host.js";
import type { HttpReply, HttpRequest } from "../wire/message.js";
import { malformedHost, Refusal } from "../wire/refusal.js";
import { freshFor } from "./send-document.js";

/** RFC 9728: which tokens the mills take and who issues them. Agents read it after a 401. */
export function serveTokenMetadata(service: Service, of: "" | "/mcp", request: HttpRequest): HttpReply {
	const { info, host, mills } = service;
	if (!host.guard || (of === "/mcp" && !info.offers("mcp")))
		throw new Refusal("not-offered", "This server requires no token here.");
	const origin = originFor(info, request);
	if (origin === undefined) throw malformedHost();
	const { issuer, closedDiscovery } = host.guard;
	// The scopes contain the names of the mills.
	const scopes = closedDiscovery
		? []
		: mills.flatMap(({ mill }) => info.security.calls(mill.name).flatMap(({ jwt = [] }) => jwt));
	const document = {
		resource: `${info.publicUrl ?? `${origin}${info.base}`}${of}`,
		resource_name: info.title,
		...(issuer !== undefined && { authorization_servers: [issuer] }),
		...(scopes.length > 0 && { scopes_supported: [...new Set(scopes)] }),
		bearer_methods_supported: ["header"],
	};
	return {
		status: 200,
		headers: {
			"Content-Type": "application/json",
			// Without a public URL, the document contains the Host field.
			"Cache-Control": info.publicUrl === undefined ? "no-store" : freshFor(request),
		},
		body: Buffer.from(`${JSON.stringify(document, null, 2)}\n`),
	};
}

/** Adds the address of the metadata to a challenge for an agent (RFC 9728 §5.1). */
export function withTokenMetadata(
	{ info }: Service,
	request: HttpRequest,
	reply: HttpReply,
	place: Place | undefined,
): HttpReply {
	const { "WWW-Authenticate": challenge } = reply.headers;
	const origin = challenge !== undefined && place?.kind === "mcp" ? originFor(info, request) : undefined;
	if (origin === undefined) return reply;
	const address = `${origin}${TOKEN_METADATA}${info.base}/mcp`;
	const headers = { ...reply.headers, "WWW-Authenticate": `${challenge}, resource_metadata="${address}"` };
	return { ...reply, headers };
}

/** The origin that callers use: that of the public URL, or the Host field; undefined if that is malformed. */
export function originFor(info: ServerInfo, { headers }: HttpRequest): string | undefined {
	if (info.publicUrl !== undefined) return new URL(info.publicUrl).origin;
	const authority = headers.host ?? "localhost";
	if (!/^[A-Za-z0-9._~:[\]-]{1,255}$/.test(authority)) return undefined;
	return `${new URL(info.address()).protocol}//${authority}`;
}
