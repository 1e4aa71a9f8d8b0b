import { parseAccept } from "../core/accept.js";
import type { Mill } from "../core/mill.js";
import { Problem } from "../core/problem.js";
import { offersPage } from "../documents/links.js";
import type { Site } from "../documents/site.js";
import { Passage } from "../runtime/passage.js";
import type { Call } from "../runtime/perform.js";
import { authorise } from "./auth/authorise.js";
import { compressed, isWorthCompressing } from "./compress.js";
import { withCors } from "./cors.js";
import { countCall } from "./count-call.js";
import { wantedByAccept, wantedByQuery } from "./documents-wanted.js";
import { knownTag, zippedTag } from "./entity-tag.js";
import { undo } from "./inflate.js";
import { type Fields, NO_BODY, type Reply, type Request } from "./message.js";
import { allowed, DOCUMENT_METHODS, optionsReply } from "./options.js";
import { problemReply } from "./problem-reply.js";
import { withinRate } from "./rate-limit.js";
import { Refusal } from "./refusal.js";
import type { MillPlace, Place } from "./route.js";
import { routeName } from "./route-name.js";
import { serveDocument } from "./serve-document.js";
import { serveMcp } from "./serve-mcp.js";
import { serveMillDocument } from "./serve-mill-document.js";
import type { Service } from "./service.js";
import { parseTarget } from "./target.js";

/**
 * The way of a request, for every mill alike:
 *
 *     route ─► authorise ─► negotiate ─► read body ─► decode ─► validate ─► run ─► encode
 *      404      401/403      415/406      413/408       400       400/422   504/500
 *      405
 *
 * Plain records in and out; whatever is thrown on the way becomes a problem document.
 */
export async function handle(service: Service, request: Request): Promise<Reply> {
	let place: Place | undefined;
	try {
		const { path, query } = parseTarget(request.target);
		place = service.route(path);
		if (request.visit) request.visit.route = routeName(service.site.base, place);
		if (service.guard) {
			request.principal = await authorise(service, service.guard, request, place, query);
			if (request.visit) request.visit.caller = request.principal?.name;
		}
		return withCors(service, request, await answer(service, request, place, query));
	} catch (error) {
		return withCors(service, request, problemReply(service, request.id, error, place));
	}
}

/** Finds out what is asked for: what may be done here, a document, or a call. */
function answer(service: Service, request: Request, place: Place, query: string): Reply | Promise<Reply> {
	const { site } = service;
	const { method, headers } = request;
	const reads = method === "GET" || method === "HEAD";
	if (place.kind !== "mill") {
		if (method === "OPTIONS") return optionsReply(place);
		// RFC 9112 §3.2.4: the asterisk is for OPTIONS alone.
		if (place.kind === "everything") throw new Problem("bad-request", "Send a path: * is for OPTIONS alone.");
		if (place.kind === "mcp") return serveMcp(service, request);
		return reads ? serveDocument(service, place, request, query) : refuseMethod(site, place, method);
	}

	const { served, callable } = place;
	const byQuery = wantedByQuery(served, site, query);
	if (method === "OPTIONS") return optionsReply(place, byQuery !== undefined);
	if (byQuery && !reads) throw new Refusal("method-not-allowed", "Read documents with GET.", DOCUMENTS_ONLY);
	const document = byQuery ?? (reads ? wantedByAccept(served, site, parseAccept(headers.accept)) : undefined);
	if (document) return serveMillDocument(service, served, document.document, request, document.type);

	countCall(service, request.visit, served.mill.name);
	if (!callable) throw new Problem("not-found", `Call ${served.mill.path}: there is no mill at its prefix.`);
	// RFC 9110 §9.3.2: HEAD is GET without the content, so a GET mill has it too.
	const called = reads ? "GET" : method;
	if (called !== served.mill.method) return refuseMethod(site, place, called);
	return withinRate(service.rateLimit, request, () => callMill(service, request, place, query));
}

async function callMill(service: Service, request: Request, place: MillPlace, query: string): Promise<Reply> {
	const { served } = place;
	const { mediaType, charset, coding, resultType, maxBytes } = served.negotiate(request);
	const parameters = served.parameters.readQuery(query, place.fromPath);
	const raw = await request.read(maxBytes);
	const { visit } = request;
	if (visit) visit.bytesIn = raw.byteLength;
	const body = coding ? await undo(coding, raw, maxBytes, (bytes) => request.hold?.(bytes)) : raw;
	const face = served.face(place.self, place.depth);
	const links = resultType === "application/hal+json" || service.site.linksInJson ? face.hal : undefined;
	const call = { mediaType, charset, parameters, resultType, links, body };
	const headers = served.mill.method === "QUERY" ? tagged(service, place, call) : face.results[resultType];
	const known =
		headers.ETag && knownTag(request.headers["if-none-match"], [headers.ETag, zippedTag(headers.ETag)]);
	if (known) return { status: 304, headers: { ...headers, ETag: known }, body: NO_BODY };
	const passage = new Passage();
	if (visit) visit.passage = passage;
	const given = service.runner.run(served.mill, call, () => request.signal(), passage);
	const content = given instanceof Promise ? await given : given;
	const reply = { status: 200, headers, body: content };
	return isWorthCompressing(request, reply) ? compressed(reply) : reply;
}

/**
 * On QUERY the tag follows from the call alone: a caller that has the answer is told before it is computed.
 * Never by `*`: that somebody has some answer says nothing about this one.
 */
function tagged(service: Service, { served, self, depth }: MillPlace, call: Call): Fields {
	const fields = served.face(self, depth).results[call.resultType];
	return { ...fields, ETag: `"${service.runner.key(served.mill, call)}"` };
}

const DOCUMENTS_ONLY = { headers: { Allow: DOCUMENT_METHODS } };

function refuseMethod(site: Site, place: Place, method: string): never {
	const allow = allowed(place);
	const hasSchema =
		place.kind === "mill" &&
		site.offers("negotiation", place.served.mill.name) &&
		site.offers("schema", place.served.mill.name);
	const hint = hasSchema ? " For its schema, GET it with Accept: application/schema+json." : "";
	// Who opens the address of a mill in a browser sends GET, and wants to try the mill.
	const page = method === "GET" && place.kind === "mill" ? pageOf(site, place.served.mill) : undefined;
	const invitation = page === undefined ? "" : ` To try it in a browser, open ${page}.`;
	throw new Refusal("method-not-allowed", `Use ${allow}.${hint}${invitation}`, {
		headers: { Allow: allow },
		members: page === undefined ? {} : { page },
	});
}

/** Where the page shows a mill; like a problem's type it must hold at any depth. */
function pageOf(site: Site, { name }: Mill): string | undefined {
	return offersPage(site, name) ? `${site.publicUrl ?? site.base}/#${name}` : undefined;
}
