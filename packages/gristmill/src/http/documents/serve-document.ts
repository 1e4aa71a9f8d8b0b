import { Problem } from "../../core/problem.js";
import { apiCatalog } from "../../documents/api-catalog.js";
import { policyFor } from "../../documents/html.js";
import { offersReference } from "../../documents/links.js";
import type { Offered } from "../../documents/offers.js";
import { DOCS_SEARCH } from "../../documents/site/docs-search.js";
import { DOCS_STYLE } from "../../documents/site/docs-style.js";
import type { MaybePromise } from "../../runtime/perform.js";
import { LIST_TYPES, listForm, readQuery, textForm } from "../flow/document-forms.js";
import type { DocumentPlace } from "../flow/intent.js";
import type { Service } from "../host/host.js";
import { type HeaderFields, type HttpReply, type HttpRequest, NO_BODY } from "../wire/message.js";
import { malformedHost, Refusal } from "../wire/refusal.js";
import { serveHealth } from "./health.js";
import { serveMetrics } from "./metrics.js";
import { FRESH, freshFor, HTML, MARKDOWN, sendDocument } from "./send-document.js";
import { serveMillUrl } from "./serve-mill-document.js";
import { servePageFile } from "./serve-page.js";
import { originFor, serveTokenMetadata } from "./token-metadata.js";

const PLAIN = "text/plain; charset=utf-8";
/** The icon is the same for every server of this version. */
const ICON_FIELDS: HeaderFields = { "Cache-Control": "public, max-age=86400" };
const DOCS_FIELDS: HeaderFields = { "Content-Security-Policy": policyFor(DOCS_STYLE, DOCS_SEARCH) };

/** Answers a GET or HEAD at the address of a document. */
export function serveDocument(
	service: Service,
	place: DocumentPlace,
	request: HttpRequest,
	query: string,
): MaybePromise<HttpReply> {
	switch (place.kind) {
		case "redirect":
			return { status: 308, headers: { Location: place.to, "Cache-Control": FRESH }, body: NO_BODY };
		case "health":
			return serveHealth(service.host, place.of);
		case "metrics":
			// The metrics are those of the whole server.
			if (service.host.telemetry.hasOwnPort || service !== service.host.main)
				throw new Refusal("not-offered", "This server offers no metrics here.");
			return serveMetrics(service.host, request);
		case "api-catalog":
			return serveCatalog(service, request);
		case "token-metadata":
			return serveTokenMetadata(service, place.of, request);
		case "problem":
			return serveProblem(service, place.code, request);
		case "site-file":
			return place.name === "robots.txt"
				? sendDocument(request, service.documents.robots(), PLAIN)
				: sendDocument(request, service.documents.favicon(), "image/x-icon", ICON_FIELDS);
		case "page-file":
			return servePageFile(service, place.name, request);
		case "server-document":
			return serveServerDocument(service, place.name, request, query);
		case "mill-document":
			return serveMillUrl(service, place, request, query);
	}
}

function serveServerDocument(service: Service, name: string, request: HttpRequest, query: string): HttpReply {
	const { info, documents, host } = service;
	const demand = (what: Offered) => {
		if (!info.offers("urls") || !info.offers(what))
			throw new Refusal("not-offered", `This server offers no ${name || "list"}.`);
	};
	const demandReference = () => {
		if (!offersReference(info)) throw new Refusal("not-offered", `This server offers no ${name}.`);
	};
	switch (name) {
		case "":
			// Without the page, a browser gets the description. A program gets the list.
			if (info.offers("description") && info.offers("urls") && textForm(request) === "html")
				return sendDocument(request, documents.description(undefined, "html"), HTML);
			demand("list");
			return sendList();
		case "$list":
			demand("list");
			return sendList();
		case "$schema":
			demand("schema");
			readQuery(query, []);
			return sendDocument(request, documents.openApi(), "application/openapi+json");
		case "openapi.json":
			demand("schema");
			readQuery(query, []);
			// Browsers show this type, and save the one of OpenAPI as a file.
			return sendDocument(request, documents.openApi(), "application/json");
		case "docs":
			// It ignores the query, because shared links often carry foreign parameters.
			demandReference();
			return sendDocument(request, documents.docs(), HTML, DOCS_FIELDS);
		case "llms.txt":
			demandReference();
			readQuery(query, []);
			return sendDocument(request, documents.llms(), PLAIN);
		case "$description": {
			demand("description");
			readQuery(query, []);
			const form = textForm(request);
			return sendDocument(request, documents.description(undefined, form), form === "html" ? HTML : MARKDOWN);
		}
		case "$keys": {
			readQuery(query, []);
			const keys = documents.keys();
			if (!keys) throw new Refusal("not-offered", "This server gives no receipts, so it has no keys.");
			return sendDocument(request, keys, "application/jwk-set+json");
		}
		case "$mistakes":
			if (host.development)
				return {
					status: 200,
					headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
					body: JSON.stringify({ mistakes: host.development.mistakes() }),
				};
	}
	throw new Problem("not-found", "There is no such document. There are $list, $schema and $description.");

	function sendList(): HttpReply {
		readQuery(query, []);
		const form = listForm(service.info, request);
		return sendDocument(request, documents.list(undefined, form, ""), LIST_TYPES[form]);
	}
}

function serveProblem(service: Service, code: string | undefined, request: HttpRequest): HttpReply {
	const form = textForm(request);
	const found = service.documents.problem(code, form);
	if (!found) throw new Problem("not-found", "There is no such problem. $problems lists all.");
	return sendDocument(request, found, form === "html" ? HTML : MARKDOWN);
}

/** RFC 9727. It contains the Host field, because its addresses must be absolute. */
function serveCatalog(service: Service, request: HttpRequest): HttpReply {
	const {
		info,
		host: { services },
	} = service;
	if (!info.offers("urls")) throw new Refusal("not-offered", "This server offers no api-catalog.");
	const origin = originFor(info, request);
	if (origin === undefined) throw malformedHost();
	const catalogs = services.map(({ mills, info: { publicUrl, base }, info: own }) =>
		apiCatalog(
			mills.map(({ mill }) => mill),
			own,
			publicUrl ?? `${origin}${base}`,
		),
	);
	const document = { linkset: catalogs.flatMap(({ linkset }) => linkset) };
	return {
		status: 200,
		headers: {
			"Content-Type": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
			Link: '</.well-known/api-catalog>; rel="api-catalog"',
			"Cache-Control": info.publicUrl === undefined ? "no-store" : freshFor(request),
		},
		body: Buffer.from(`${JSON.stringify(document, null, 2)}\n`),
	};
}
