import { Problem } from "../core/problem.js";
import { PROBLEMS, type ProblemKind } from "../core/problem-table.js";
import { problemType, type Site } from "../documents/site.js";
import type { Reply } from "./message.js";
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
	return Buffer.from(
		JSON.stringify({
			type: problemType(site, code),
			code,
			title,
			status,
			detail: problem?.detail ?? todo,
			instance: id,
			...problem?.members,
		}),
	);
}

/** Turns whatever was thrown into an answer. What is no Problem tells the caller nothing but an id. */
export function problemReply(service: Service, id: string, error: unknown, place: Place | undefined): Reply {
	const served = place && "served" in place ? place.served : undefined;
	const own = served?.mill.problems ?? {};
	const problem = Problem.is(error) ? error : undefined;
	const kinds: Readonly<Record<string, ProblemKind>> = { ...own, ...PROBLEMS };
	const code = problem && Object.hasOwn(kinds, problem.code) ? problem.code : "crashed";
	const kind = kinds[code] ?? PROBLEMS.crashed;
	if (!problem || code === "crashed")
		service.log("error", "a call failed", { id, mill: served?.mill.name, error: describe(error) });
	const links = place?.kind === "mill" ? place.served.face(place.self, place.depth).anchoredLinks : {};
	return {
		status: kind.status,
		headers: {
			"Content-Type": "application/problem+json",
			// 404 and 405 could be kept by a cache and answer the next request for a schema (RFC 9111 §4.2.2).
			"Cache-Control": "no-store",
			Vary: "Accept",
			...links,
			...(problem instanceof Refusal ? problem.headers : {}),
		},
		body: problemDocument(service.site, id, code, kind, code === "crashed" ? undefined : problem),
	};
}

/** An error for the log: its messages and where it came from, through all its causes. */
function describe(error: unknown): string {
	if (!(error instanceof Error)) return `thrown: ${typeof error}`;
	const cause = error.cause === undefined ? "" : ` ← ${describe(error.cause)}`;
	return `${error.stack ?? error.message}${cause}`;
}
