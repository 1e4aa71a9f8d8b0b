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
import { withRateFields } from "./flow/rate-limit.js";
import { type Place, routeName } from "./flow/route.js";
import { parseTarget } from "./flow/target.js";
import { type Host, type Service, serviceAt } from "./host/host.js";
import { countCall } from "./host/telemetry.js";
import { problemReply } from "./problem-reply.js";
import { serveMcp } from "./serve-mcp.js";
import type { HttpReply, HttpRequest } from "./wire/message.js";

/**
 * The flow of a request, the same for every mill:
 *
 *     route ─► intent ─► authorise ─► rate ─► negotiate ─► read body ─► admit ─► decode ─► validate ─► run ─► encode
 *      404      405       401/403     429      415/406      413/408      503       400      400/422   504/500
 *                           503                               503
 *
 * Plain records in and out. Whatever is thrown becomes a problem document. One async function: each promise costs a turn of the
 * microtask queue.
 */
export async function answerOf(host: Host, request: HttpRequest): Promise<HttpReply> {
	let service: Service | undefined;
	let place: Place | undefined;
	try {
		service = serviceAt(host, request.target);
		const { path, query } = parseTarget(request.target);
		place = service.route(path);
		const intent = intentOf(service.info, request, place, query);
		const { record } = request;
		if (record) {
			record.route = routeName(service.info.base, place);
			// Before the credentials are checked: refused calls count for their mill, too.
			if (place.kind === "mill" && (intent.kind === "call" || intent.kind === "refusal"))
				countCall(host.telemetry, record, service.prefix + place.served.mill.name);
		}
		if (host.guard) {
			request.principal = await authorise(host.guard, request, intent);
			if (record) record.caller = request.principal?.name;
		}
		return completed(service, request, await answer(service, request, intent, query));
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
		return completed(service, request, asRefusalPage(request, told, error, place));
	} catch (failure) {
		return problemReply(host.main, request.id, failure, undefined);
	}
}

/** Adds the header fields that every answer to this request carries, problems included. */
function completed(service: Service, request: HttpRequest, reply: HttpReply): HttpReply {
	return withCors(service.host, request, withRateFields(request, reply));
}

function answer(
	service: Service,
	request: HttpRequest,
	intent: Intent,
	query: string,
): HttpReply | Promise<HttpReply> {
	const { kind } = intent;
	if (service.host.closed && (kind === "call" || kind === "agent")) throw unready(CLOSED);
	switch (kind) {
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
		case "call":
			return callMill(service, request, intent.place, query);
		case "refusal":
			throw intent.problem;
	}
}
