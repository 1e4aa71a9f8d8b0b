import { parseAccept } from "../../core/accept.js";
import { offersPage } from "../../documents/links.js";
import { countCall } from "../count-call.js";
import { textForm } from "../document-forms.js";
import { wantedByAccept, wantedByQuery } from "../documents-wanted.js";
import type { Request } from "../message.js";
import type { MillPlace, Place } from "../route.js";
import type { Service } from "../service.js";
import type { Guard } from "./guard.js";
import type { Principal } from "./principal.js";

/** What lies at each kind of place. A new kind does not compile until it stands here. */
const HOLDS: Readonly<Record<Place["kind"], "mill" | "document" | "for known callers" | "nothing to guard">> =
	{
		mill: "mill",
		"mill-document": "document",
		"server-document": "document",
		"api-catalog": "document",
		// The page knows nothing by itself: it asks for the list, and where that is refused it asks a person for a token.
		"page-file": "nothing to guard",
		// Which tools a message calls is not known by its head: whoever it comes from is, and each tool is guarded again.
		mcp: "for known callers",
		// How busy a server is concerns who runs it. A port of its own needs no credentials.
		metrics: "for known callers",
		// A problem's page explains a 401 to those who got one; a probe has no credentials.
		problem: "nothing to guard",
		health: "nothing to guard",
		everything: "nothing to guard",
		redirect: "nothing to guard",
	};

/**
 * Whether this request may go on, by its head alone: who calls, or undefined where nothing is demanded and no
 * credentials were looked at. Throws 401, 403, or 503 where credentials cannot be checked.
 */
export async function authorise(
	service: Service,
	guard: Guard,
	request: Request,
	place: Place,
	query: string,
): Promise<Principal | undefined> {
	// The Fetch standard: a preflight never carries credentials.
	if (request.method === "OPTIONS" || HOLDS[place.kind] === "nothing to guard") return undefined;
	if (isPage(service, request, place)) return undefined;
	if (HOLDS[place.kind] === "for known callers") return guard.identify(request);
	const mill = "served" in place ? place.served.mill.name : undefined;
	if (mill !== undefined && guard.isOpen(mill)) return undefined;
	const called = place.kind === "mill" && isCall(service, request, place, query) ? mill : undefined;
	if (called === undefined && !guard.closedDiscovery) return undefined;
	// Before it can be refused: whoever watches a mill sees the calls that were not let in, too.
	if (called !== undefined) countCall(service, request.visit, called);
	const principal = await guard.identify(request);
	if (called !== undefined) guard.permit(principal, called);
	return principal;
}

function isPage({ site }: Service, request: Request, place: Place): boolean {
	const isBase = place.kind === "server-document" && place.name === "";
	return isBase && offersPage(site) && textForm(request) === "html";
}

/** Everything at a mill's address but the reading of its documents. */
function isCall(
	{ site }: Service,
	{ method, headers }: Request,
	{ served, callable }: MillPlace,
	query: string,
): boolean {
	if (method !== "GET" && method !== "HEAD") return true;
	if (served.mill.method !== "GET" || !callable) return false;
	return !(wantedByQuery(served, site, query) ?? wantedByAccept(served, site, parseAccept(headers.accept)));
}
