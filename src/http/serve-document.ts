import { namedWeight, parseAccept, prefer, weight } from "../core/accept.js";
import { codingWeight } from "../core/encodings.js";
import { queryPairs } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { apiCatalog } from "../documents/api-catalog.js";
import { CONTENT_SECURITY_POLICY } from "../documents/html.js";
import type { Offered } from "../documents/offers.js";
import { type MillDocument, offered, schemaFor } from "./documents-wanted.js";
import { type Fields, NO_BODY, type Reply, type Request } from "./message.js";
import { Refusal } from "./refusal.js";
import type { Place } from "./route.js";
import type { ServedMill } from "./served-mill.js";
import type { Service } from "./service.js";
import type { Sheet } from "./shelf.js";

const MARKDOWN = "text/markdown; charset=utf-8";
const HTML = "text/html; charset=utf-8";
const FRESH = "max-age=300";

/** Answers a GET or HEAD at an address that belongs to a document. */
export function serveDocument(service: Service, place: Place, request: Request, query: string): Reply {
	switch (place.kind) {
		case "redirect":
			return { status: 308, headers: { Location: place.to, "Cache-Control": FRESH }, body: NO_BODY };
		case "api-catalog":
			return serveCatalog(service, request);
		case "problem":
			return serveProblem(service, place.code, request);
		case "server-document":
			return serveServerDocument(service, place.name, request, query);
		case "mill-document":
			return serveUrl(service, place, request, query);
		default:
			throw new Problem("not-found", "There is no document here.");
	}
}

/** Sends a document of a mill that was named by Accept or by a query parameter. */
export function serveMillDocument(
	service: Service,
	served: ServedMill,
	document: MillDocument,
	request: Request,
	type?: "x-text/docs" | string,
): Reply {
	const { mill } = served;
	const { shelf } = service;
	if (document === "schema")
		return send(request, shelf.schema(mill), "application/schema+json; charset=utf-8");
	if (document === "xml-schema")
		return send(request, shelf.xmlSchema(mill), "application/schema+xml; charset=utf-8");
	if (type === "x-text/docs")
		return send(request, shelf.description(mill, "markdown"), "x-text/docs; charset=utf-8");
	const form = textForm(request);
	return send(request, shelf.description(mill, form), form === "html" ? HTML : MARKDOWN);
}

function serveUrl(
	service: Service,
	{ served, name, depth }: Extract<Place, { kind: "mill-document" }>,
	request: Request,
	query: string,
): Reply {
	const { site, shelf } = service;
	const demand = (what: Offered) => {
		if (!site.offers("urls", served.mill.name) || !site.offers(what, served.mill.name))
			throw new Refusal("not-offered", `This mill offers no ${name} here.`);
	};
	switch (name) {
		case "$schema": {
			demand("schema");
			const { type = "" } = only(query, ["type"]);
			const ranges = parseAccept(request.headers.accept);
			// The address already names the schema, so Accept only chooses between its two forms.
			const xml =
				(namedWeight(ranges, "application/schema+xml") ?? 0) > weight(ranges, "application/schema+json");
			const document = schemaFor(served, site, type === "" && xml ? "application/schema+xml" : type);
			return serveMillDocument(service, served, document, request);
		}
		case "$description": {
			demand("description");
			only(query, []);
			const ranges = parseAccept(request.headers.accept);
			const docs = (namedWeight(ranges, "x-text/docs") ?? 0) > 0;
			return serveMillDocument(
				service,
				served,
				offered(served, site, "description"),
				request,
				docs ? "x-text/docs" : "",
			);
		}
		case "$list": {
			demand("list");
			only(query, []);
			const form = listForm(service, request);
			return send(request, shelf.list(served.mill, form, "../".repeat(depth + 1)), LIST_TYPES[form]);
		}
		default:
			throw new Problem("not-found", "Ask for $schema, $description or $list: there is no such document.");
	}
}

function serveServerDocument(service: Service, name: string, request: Request, query: string): Reply {
	const { site, shelf } = service;
	const demand = (what: Offered) => {
		if (!site.offers("urls") || !site.offers(what))
			throw new Refusal("not-offered", `This server offers no ${name || "list"}.`);
	};
	switch (name) {
		case "":
			// A person who opens the base in a browser gets something to read, a program gets the list.
			if (site.offers("description") && site.offers("urls") && textForm(request) === "html")
				return send(request, shelf.description(undefined, "html"), HTML);
			demand("list");
			return sendList();
		case "$list":
			demand("list");
			return sendList();
		case "$schema":
			demand("schema");
			only(query, []);
			return send(request, shelf.openApi(), "application/openapi+json");
		case "$description": {
			demand("description");
			only(query, []);
			const form = textForm(request);
			return send(request, shelf.description(undefined, form), form === "html" ? HTML : MARKDOWN);
		}
		default:
			throw new Problem("not-found", "Ask for $list, $schema or $description: there is no such document.");
	}

	function sendList(): Reply {
		only(query, []);
		const form = listForm(service, request);
		return send(request, shelf.list(undefined, form, ""), LIST_TYPES[form]);
	}
}

function serveProblem(service: Service, code: string | undefined, request: Request): Reply {
	const form = textForm(request);
	const sheet = service.shelf.problem(code, form);
	if (!sheet)
		throw new Problem("not-found", "Look into $problems for the problems of this server: this is none.");
	return send(request, sheet, form === "html" ? HTML : MARKDOWN);
}

/** RFC 9727: the only document that may hold the Host field, because it must have absolute addresses. */
function serveCatalog(service: Service, request: Request): Reply {
	const { site, mills } = service;
	if (!site.offers("urls")) throw new Refusal("not-offered", "This server offers no api-catalog.");
	const host = request.headers.host ?? "localhost";
	if (!/^[A-Za-z0-9._~:[\]-]{1,255}$/.test(host))
		throw new Problem("bad-request", "Send a well-formed Host field.");
	const url = site.publicUrl ?? `http://${host}${site.base}`;
	const document = apiCatalog(
		mills.map(({ mill }) => mill),
		site,
		url,
	);
	return {
		status: 200,
		headers: {
			"Content-Type": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
			Link: '</.well-known/api-catalog>; rel="api-catalog"',
			"Cache-Control": site.publicUrl === undefined ? "no-store" : FRESH,
		},
		body: Buffer.from(`${JSON.stringify(document, null, 2)}\n`),
	};
}

const LIST_TYPES = { json: "application/json", hal: "application/hal+json" } as const;

function listForm(service: Service, request: Request): "json" | "hal" {
	const ranges = parseAccept(request.headers.accept);
	const best = prefer(["application/json", "application/hal+json"], (type) => weight(ranges, type));
	return best === "application/hal+json" && service.site.offers("links") ? "hal" : "json";
}

/** HTML for whoever names it and wants it more than Markdown; Markdown for everybody else. */
function textForm(request: Request): "markdown" | "html" {
	const ranges = parseAccept(request.headers.accept);
	const html = namedWeight(ranges, "text/html") ?? 0;
	return html > 0 && html > (namedWeight(ranges, "text/markdown") ?? 0) ? "html" : "markdown";
}

/** The query of a document: nothing but what it knows. */
function only(query: string, known: readonly string[]): Readonly<Record<string, string>> {
	const values: Record<string, string> = {};
	for (const [name, value] of queryPairs(query)) {
		if (!known.includes(name))
			throw new Problem("bad-parameter", "Leave out the unknown parameter.", { known });
		values[name] = value;
	}
	return values;
}

/** Sends a document: 304 where the caller has it already, compressed where the caller can read that. */
function send(request: Request, sheet: Sheet, type: string): Reply {
	const zip = codingWeight(request.headers["accept-encoding"], "gzip") > 0;
	const headers: Fields = {
		"Content-Type": type,
		// RFC 9110 §8.8.3.3: each coding is a representation of its own, with a tag of its own.
		ETag: zip ? `"${sheet.tag}-gzip"` : `"${sheet.tag}"`,
		Vary: "Accept, Accept-Encoding",
		"Cache-Control": FRESH,
		...(type === HTML && { "Content-Security-Policy": CONTENT_SECURITY_POLICY }),
	};
	if (isKnown(request.headers["if-none-match"], sheet.tag)) {
		const { "Content-Type": _, ...kept } = headers as Record<string, string>;
		return { status: 304, headers: kept, body: NO_BODY };
	}
	if (!zip) return { status: 200, headers, body: sheet.bytes };
	return { status: 200, headers: { ...headers, "Content-Encoding": "gzip" }, body: sheet.zipped };
}

/** RFC 9110 §13.1.2: compared weakly, and `*` stands for any. */
function isKnown(header: string | undefined, tag: string): boolean {
	if (header === undefined) return false;
	return header.split(",").some((member) => {
		const known = member.trim().replace(/^W\//, "");
		return known === "*" || known === `"${tag}"` || known === `"${tag}-gzip"`;
	});
}
