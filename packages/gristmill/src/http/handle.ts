import { CLOSED, unready } from "../runtime/admission/refusals.js";
import { authorise } from "./authorise.js";
import { callMill } from "./call-mill.js";
import { asRefusalPage } from "./documents/refusal-page.js";
import { serveDocument } from "./documents/serve-document.js";
import { serveMillDocument } from "./documents/serve-mill-document.js";
import { servePage } from "./documents/serve-page.js";
import { withTokenMetadata } from "./documents/token-metadata.js";
import { withCors } from "./flow/cors.js";
import { type Intent, intentOf } from "./flow/intent.js";
import { optionsReply } from "./flow/options-method.js";
import { type Place, parseTarget } from "./flow/route.js";
import { type Host, type Service, serviceAt } from "./host/host.js";
import { problemReply } from "./problem-reply.js";
import { serveMcp } from "./serve-mcp.js";
import type { HttpReply, HttpRequest } from "./wire/message.js";

/**
 * The flow of a request, the same for every mill:
 *
 *     route ─► intent ─► authorise ─► rate ─► negotiate ─► read body ─► admit ─► decode ─► validate ─► run ─► encode
 *      404      405       401/403     429      415/406      413/408      503       400      400/422   504/500
 *                           503                               502/503
 *
 * Plain records in and out. Whatever is thrown becomes a problem document. One async function: each promise costs a turn of the
 * microtask queue.
 */
export async function answerOf(host: Host, request: HttpRequest): Promise<HttpReply> {
	let service: Service | undefined;
	let place: Place | undefined;
	try {
		const { path, query } = parseTarget(request.target);
		service = serviceAt(host, path);
		place = service.route(path);
		const intent = intentOf(service.info, request, place, query);
		const { record } = request;
		if (record) {
			record.route = place.pattern;
			// Before the credentials are checked: refused calls count for their mill, too.
			if (place.kind === "mill" && (intent.kind === "call" || intent.kind === "refusal")) {
				record.mill = service.prefix + place.served.mill.name;
				host.telemetry.meters?.entered(record);
			}
		}
		if (host.guard) {
			request.principal = await authorise(host.guard, request, intent);
			if (record) record.caller = request.principal?.name;
		}
		if (host.closed && (intent.kind === "call" || intent.kind === "agent")) throw unready(CLOSED);
		const reply =
			intent.kind === "call"
				? callMill(service, request, intent.place, query)
				: answer(service, request, intent, query);
		return completed(host, request, await reply);
	} catch (error) {
		return refused(host, service ?? host.main, request, error, place);
	}
}

/** The answer to a request that failed. */
function refused(
	host: Host,
	service: Service,
	request: HttpRequest,
	error: unknown,
	place: Place | undefined,
): HttpReply {
	try {
		const reply = problemReply(service, request.id, error, place);
		const told = withTokenMetadata(service, request, reply, place);
		return completed(host, request, asRefusalPage(service.info, request, told, place));
	} catch (failure) {
		return problemReply(host.main, request.id, failure, undefined);
	}
}

/** Adds the header fields that every answer to this request carries, problems included. */
function completed(host: Host, request: HttpRequest, reply: HttpReply): HttpReply {
	const { rateFields } = request;
	const rated =
		rateFields && !reply.isLasting ? { ...reply, headers: { ...reply.headers, ...rateFields } } : reply;
	return host.cors.length === 0 ? rated : withCors(host, request, rated);
}

/** The answer to everything but a call. */
function answer(
	service: Service,
	request: HttpRequest,
	intent: Exclude<Intent, { kind: "call" }>,
	query: string,
): HttpReply | Promise<HttpReply> {
	switch (intent.kind) {
		case "options":
			return optionsReply(intent.place, intent.ofDocument);
		case "page":
			return servePage(service, request);
		case "document":
			return serveDocument(service, intent.place, request, query);
		case "mill-document":
			return serveMillDocument(service, intent.place.served, intent.document, request, intent.type);
		case "agent":
			return serveMcp(service, request);
		case "refusal":
			throw intent.problem;
	}
}
