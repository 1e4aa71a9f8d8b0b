import { Buffer } from "node:buffer";
import type { Problem } from "../core/problem.js";
import { failureOf, problemDocument } from "../documents/problem-document.js";
import { describeCrash } from "../runtime/describe-crash.js";
import { Gone } from "../runtime/gone.js";
import type { Fields, Reply } from "./message.js";
import { Refusal } from "./refusal.js";
import type { Place } from "./route.js";
import type { Service } from "./service.js";

/** RFC 9110 §10.2.3, where the problem says when. */
function retryAfter(problem: Problem | undefined): Fields {
	const seconds = problem?.members.retryAfter;
	return typeof seconds === "number" ? { "Retry-After": String(seconds) } : {};
}

/** Turns whatever was thrown into an answer. What is no Problem tells the caller nothing but an id. */
export function problemReply(service: Service, id: string, error: unknown, place: Place | undefined): Reply {
	const served = place && "served" in place ? place.served : undefined;
	const failure = failureOf(error, served?.mill);
	const { code, kind, problem } = failure;
	// Nobody reads the answer to a caller that has gone, and it is no failure.
	if (code === "crashed" && !(error instanceof Gone))
		service.log("error", "a call failed", { id, mill: served?.mill.name, error: describeCrash(error) });
	const links = place?.kind === "mill" ? place.served.face(place.self, place.depth).anchoredLinks : {};
	return {
		status: kind.status,
		problem: code,
		headers: {
			"Content-Type": "application/problem+json",
			// 404 and 405 could be kept by a cache and answer the next request for a schema (RFC 9111 §4.2.2).
			"Cache-Control": "no-store",
			Vary: "Accept",
			...retryAfter(problem),
			...links,
			...(problem instanceof Refusal ? problem.headers : {}),
		},
		body: Buffer.from(JSON.stringify(problemDocument(service.site, id, failure))),
	};
}
