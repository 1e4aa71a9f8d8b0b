import { Problem } from "../../core/problem.js";
import { offersPage } from "../../documents/links.js";
import type { ServerInfo } from "../../documents/server-info.js";
import type { HttpRequest } from "../wire/message.js";
import { Refusal } from "../wire/refusal.js";
import { textForm } from "./document-forms.js";
import { type MillDocument, wantedByAccept, wantedByQuery } from "./documents-wanted.js";
import { accepted } from "./negotiate.js";
import { allowed, DOCUMENT_METHODS } from "./options-method.js";
import type { MillPlace, Place } from "./route.js";

/** Places whose answers are documents. */
export type DocumentPlace = Exclude<Place, { kind: "mill" | "mcp" | "asterisk" }>;

/**
 * Who may have what a request asks for:
 * - "open": anyone.
 * - "document": anyone, or known callers if discovery is closed.
 * - "known": callers with valid credentials.
 * - "call": callers who may use the mill.
 */
type Access = "open" | "document" | "known" | "call";

/** What a request asks for, and who may have it. */
export type Intent =
	| { readonly kind: "options"; readonly access: "open"; readonly place: Place; readonly ofDocument: boolean }
	| { readonly kind: "page"; readonly access: "open"; readonly place: Place }
	| { readonly kind: "document"; readonly access: Access; readonly place: DocumentPlace }
	| {
			readonly kind: "mill-document";
			readonly access: "document";
			readonly place: MillPlace;
			readonly document: MillDocument;
			readonly type: string;
	  }
	| { readonly kind: "agent"; readonly access: Access; readonly place: Place }
	| { readonly kind: "call"; readonly access: "call"; readonly place: MillPlace }
	/** The request cannot be met. The problem is thrown after the credentials are checked. */
	| { readonly kind: "refusal"; readonly access: Access; readonly place: Place; readonly problem: unknown };

/** Who may read each kind of place. A new kind does not compile until it is listed here. */
const ACCESS: Readonly<Record<Exclude<Place["kind"], "mill">, Access>> = {
	"mill-document": "document",
	"server-document": "document",
	"api-catalog": "document",
	// A caller without a token reads here where to get one.
	"token-metadata": "open",
	// The page holds no data. It reads the list, and asks the user for a token if the list is refused.
	"page-file": "open",
	// Browsers and crawlers send no credentials. Neither file names a mill.
	"site-file": "open",
	// The head does not say which tools a message calls. Each tool is checked again when it is called.
	mcp: "known",
	// The load of a server is the operator's business. The separate metrics port needs no credentials.
	metrics: "known",
	// Callers that got a 401 must be able to read about it, and probes have no credentials.
	problem: "open",
	health: "open",
	asterisk: "open",
	redirect: "open",
};

/** Decides what a request asks for, from its head alone. */
export function intentOf(info: ServerInfo, request: HttpRequest, place: Place, query: string): Intent {
	if (place.kind === "mill") return intentAtMill(info, request, place, query);
	const access = ACCESS[place.kind];
	if (request.method === "OPTIONS") return { kind: "options", access: "open", place, ofDocument: false };
	if (place.kind === "mcp") return { kind: "agent", access, place };
	if (place.kind === "asterisk") {
		// RFC 9112 §3.2.4
		const problem = new Problem("bad-request", "The address * is for OPTIONS only. Name a path.");
		return { kind: "refusal", access, place, problem };
	}
	if (!reads(request)) return { kind: "refusal", access, place, problem: wrongMethod(info, request, place) };
	if (isPage(info, request, place)) return { kind: "page", access: "open", place };
	return { kind: "document", access, place };
}

function intentAtMill(info: ServerInfo, request: HttpRequest, place: MillPlace, query: string): Intent {
	const { method } = request;
	const { served, callable } = place;
	const isRead = method === "GET" || method === "HEAD";
	try {
		const byQuery = query === "" ? undefined : wantedByQuery(served, info, query);
		if (method === "OPTIONS")
			return { kind: "options", access: "open", place, ofDocument: byQuery !== undefined };
		if (byQuery && !isRead)
			throw new Refusal(
				"method-not-allowed",
				"The query names a document, and documents are read with GET.",
				{
					headers: { Allow: DOCUMENT_METHODS },
				},
			);
		const wanted = byQuery ?? (isRead ? wantedByAccept(served, info, accepted(request)) : undefined);
		if (wanted) return { kind: "mill-document", access: "document", place, ...wanted };
		if (!callable)
			throw new Problem("not-found", `There is no mill at this address. Did you mean ${served.mill.path}?`);
		// RFC 9110 §9.3.2: HEAD is GET without the content, so a GET mill has it too.
		if ((isRead ? "GET" : method) !== served.mill.method) throw wrongMethod(info, request, place);
		return { kind: "call", access: "call", place };
	} catch (problem) {
		// A preflight carries no credentials (Fetch standard).
		const access = method === "OPTIONS" ? "open" : isRead ? "document" : "call";
		return { kind: "refusal", access, place, problem };
	}
}

function reads({ method }: HttpRequest): boolean {
	return method === "GET" || method === "HEAD";
}

/** A browser that opens the base gets the page; a program gets the list. */
function isPage(info: ServerInfo, request: HttpRequest, place: Place): boolean {
	const isBase = place.kind === "server-document" && place.name === "";
	return isBase && offersPage(info) && textForm(request) === "html";
}

function wrongMethod(info: ServerInfo, request: HttpRequest, place: Place): Refusal {
	const allow = allowed(place);
	if (place.kind !== "mill")
		return new Refusal("method-not-allowed", `This address takes ${allow}.`, {
			headers: { Allow: allow },
		});
	const { name, method } = place.served.mill;
	const hasSchema = info.offers("negotiation", name) && info.offers("schema", name);
	const hint = hasSchema ? " GET with Accept: application/schema+json returns its schema." : "";
	// A browser that opens the address of a mill sends GET. The page's address must work at any depth.
	const page =
		reads(request) && offersPage(info, name) ? `${info.publicUrl ?? info.base}/#${name}` : undefined;
	const invitation = page === undefined ? "" : ` Try it in a browser at ${page}.`;
	return new Refusal("method-not-allowed", `This mill takes ${method}.${hint}${invitation}`, {
		headers: { Allow: allow },
		members: page === undefined ? {} : { page },
	});
}
