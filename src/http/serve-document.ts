import { Problem } from "../core/problem.js";
import { apiCatalog } from "../documents/api-catalog.js";
import { offersPage } from "../documents/links.js";
import type { Offered } from "../documents/offers.js";
import { LIST_TYPES, listForm, only, textForm } from "./document-forms.js";
import { serveHealth } from "./health.js";
import { NO_BODY, type Reply, type Request } from "./message.js";
import { serveMetrics } from "./metrics.js";
import { Refusal } from "./refusal.js";
import type { Place } from "./route.js";
import { FRESH, freshFor, HTML, MARKDOWN, sendSheet } from "./send-sheet.js";
import { serveMillUrl } from "./serve-mill-document.js";
import { servePage, servePageFile } from "./serve-page.js";
import type { Service } from "./service.js";

/** Answers a GET or HEAD at an address that belongs to a document. */
export function serveDocument(service: Service, place: Place, request: Request, query: string): Reply {
	switch (place.kind) {
		case "redirect":
			return { status: 308, headers: { Location: place.to, "Cache-Control": FRESH }, body: NO_BODY };
		case "health":
			return serveHealth(service, place.of);
		case "metrics":
			// A version knows its own workers alone: what it told of the others would be wrong.
			if (service.telemetry.elsewhere || service.label !== "")
				throw new Refusal("not-offered", "This server offers no metrics here.");
			return serveMetrics(service, request.headers.accept);
		case "api-catalog":
			return serveCatalog(service, request);
		case "problem":
			return serveProblem(service, place.code, request);
		case "page-file":
			return servePageFile(service, place.name, request);
		case "server-document":
			return serveServerDocument(service, place.name, request, query);
		case "mill-document":
			return serveMillUrl(service, place, request, query);
		default:
			throw new Problem("not-found", "There is no document here.");
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
			// A person who opens the base in a browser gets the page, or at least something to read; a program gets the list.
			if (offersPage(site) && textForm(request) === "html") return servePage(service, request, query);
			if (site.offers("description") && site.offers("urls") && textForm(request) === "html")
				return sendSheet(request, shelf.description(undefined, "html"), HTML);
			demand("list");
			return sendList();
		case "$list":
			demand("list");
			return sendList();
		case "$schema":
			demand("schema");
			only(query, []);
			return sendSheet(request, shelf.openApi(), "application/openapi+json");
		case "$description": {
			demand("description");
			only(query, []);
			const form = textForm(request);
			return sendSheet(request, shelf.description(undefined, form), form === "html" ? HTML : MARKDOWN);
		}
		default:
			throw new Problem("not-found", "Ask for $list, $schema or $description: there is no such document.");
	}

	function sendList(): Reply {
		only(query, []);
		const form = listForm(service, request);
		return sendSheet(request, shelf.list(undefined, form, ""), LIST_TYPES[form]);
	}
}

function serveProblem(service: Service, code: string | undefined, request: Request): Reply {
	const form = textForm(request);
	const sheet = service.shelf.problem(code, form);
	if (!sheet)
		throw new Problem("not-found", "Look into $problems for the problems of this server: this is none.");
	return sendSheet(request, sheet, form === "html" ? HTML : MARKDOWN);
}

/** RFC 9727: the only document that may hold the Host field, because it must have absolute addresses. */
function serveCatalog(service: Service, request: Request): Reply {
	const { site, versions } = service;
	if (!site.offers("urls")) throw new Refusal("not-offered", "This server offers no api-catalog.");
	const host = request.headers.host ?? "localhost";
	if (!/^[A-Za-z0-9._~:[\]-]{1,255}$/.test(host))
		throw new Problem("bad-request", "Send a well-formed Host field.");
	const { protocol } = new URL(site.address());
	const catalogs = [service, ...versions.values()].map(({ mills, site: { publicUrl, base }, site: own }) =>
		apiCatalog(
			mills.map(({ mill }) => mill),
			own,
			publicUrl ?? `${protocol}//${host}${base}`,
		),
	);
	const document = { linkset: catalogs.flatMap(({ linkset }) => linkset) };
	return {
		status: 200,
		headers: {
			"Content-Type": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
			Link: '</.well-known/api-catalog>; rel="api-catalog"',
			"Cache-Control": site.publicUrl === undefined ? "no-store" : freshFor(request),
		},
		body: Buffer.from(`${JSON.stringify(document, null, 2)}\n`),
	};
}
