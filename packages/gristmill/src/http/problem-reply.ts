import { Buffer } from "node:buffer";
import type { Problem } from "../core/problem.js";
import { failureOf, problemDocument } from "../documents/problem-document.js";
import { CallerGone } from "../runtime/failures.js";
import { describeCrash } from "../runtime/loading/describe-crash.js";
import { describeFailure } from "../runtime/loading/describe-failure.js";
import type { Place } from "./flow/route.js";
import type { Service } from "./host/host.js";
import type { HeaderFields, HttpReply } from "./wire/message.js";
import { Refusal } from "./wire/refusal.js";

/** Retry-After (RFC 9110 §10.2.3), if the problem has a time. */
function retryAfter(problem: Problem | undefined): HeaderFields {
	const seconds = problem?.members.retryAfter;
	return typeof seconds === "number" ? { "Retry-After": String(seconds) } : {};
}

/** Turns any thrown value into an answer. If it is not a Problem, the caller learns only the request id. */
export function problemReply(
	service: Service,
	id: string,
	error: unknown,
	place: Place | undefined,
): HttpReply {
	const served = place && "served" in place ? place.served : undefined;
	const failure = failureOf(error, served?.mill);
	const { code, kind, problem } = failure;
	// A caller that has gone reads no answer, and this is not a failure.
	const { log, host } = service;
	if (code === "crashed" && !(error instanceof CallerGone))
		log("error", "a call failed", {
			...{ id, mill: served?.mill.name },
			error: host.showMessages ? describeFailure(error) : describeCrash(error),
		});
	else if (host.development) log("info", "a call was refused", { id, detail: problem?.detail ?? kind.todo });
	const links = place?.kind === "mill" ? place.served.headersAt(place.self, place.depth).anchoredLinks : {};
	return {
		status: kind.status,
		problem: code,
		headers: {
			"Content-Type": "application/problem+json",
			// Otherwise a cache could store a 404 or 405 and answer the next request for a schema with it (RFC 9111 §4.2.2).
			"Cache-Control": "no-store",
			Vary: "Accept",
			...retryAfter(problem),
			...links,
			...(problem instanceof Refusal ? problem.headers : {}),
		},
		body: Buffer.from(JSON.stringify(problemDocument(service.info, id, failure))),
	};
}
