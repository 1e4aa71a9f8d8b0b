import { describeError } from "../core/describe-error.js";
import { Problem } from "../core/problem.js";
import { PROBLEMS, type ProblemKind } from "../core/problem-table.js";
import { problemType, type Site } from "../documents/site.js";
import { Gone } from "../runtime/gone.js";
import type { Fields, Reply } from "./message.js";
import { Refusal } from "./refusal.js";
import type { Place } from "./route.js";
import type { Service } from "./service.js";

/** The problem document of RFC 9457. */
export function problemDocument(
	site: Site,
	id: string,
	code: string,
	kind: ProblemKind,
	problem?: Problem,
): Uint8Array {
	const { status, title, todo } = kind;
	const standard = {
		type: problemType(site, code),
		code,
		title,
		status,
		detail: problem?.detail ?? todo,
		instance: id,
	};
	// Once more at the end: no further member can stand in the place of what every problem has.
	return Buffer.from(JSON.stringify({ ...standard, ...problem?.members, ...standard }));
}

/** RFC 9110 §10.2.3, where the problem says when. */
function retryAfter(problem: Problem | undefined): Fields {
	const seconds = problem?.members.retryAfter;
	return typeof seconds === "number" ? { "Retry-After": String(seconds) } : {};
}

/** Turns whatever was thrown into an answer. What is no Problem tells the caller nothing but an id. */
export function problemReply(service: Service, id: string, error: unknown, place: Place | undefined): Reply {
	const served = place && "served" in place ? place.served : undefined;
	const own = served?.mill.problems ?? {};
	const problem = Problem.is(error) ? error : undefined;
	const kinds: Readonly<Record<string, ProblemKind>> = { ...own, ...PROBLEMS };
	const code = problem && Object.hasOwn(kinds, problem.code) ? problem.code : "crashed";
	const kind = kinds[code] ?? PROBLEMS.crashed;
	// Nobody reads the answer to a caller that has gone, and it is no failure.
	if ((!problem || code === "crashed") && !(error instanceof Gone))
		service.log("error", "a call failed", { id, mill: served?.mill.name, error: describeError(error) });
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
		body: problemDocument(service.site, id, code, kind, code === "crashed" ? undefined : problem),
	};
}
