import type { Mill } from "../core/mill.js";
import { PROBLEMS, type ProblemCode, type ProblemKind } from "../core/problem-table.js";
import type { Site } from "./site.js";

/** RFC 9457. Open: a problem may have further members. */
export const PROBLEM_SCHEMA = {
	title: "Problem (RFC 9457)",
	type: "object",
	properties: {
		type: { type: "string", description: "The address of a page about this kind of problem." },
		code: { type: "string", description: "The kind of problem, for programs." },
		title: { type: "string" },
		status: { type: "integer", minimum: 400, maximum: 599 },
		detail: { type: "string", description: "What to do, and what was found." },
		instance: {
			type: "string",
			description: "The id of the request, as in Request-Id and in the server's log.",
		},
	},
	required: ["type", "code", "title", "status", "detail", "instance"],
};

/** What speaks of credentials, and is met only where they are demanded. */
const OF_CREDENTIALS: readonly ProblemCode[] = ["unauthorised", "forbidden", "unverifiable"];

/** Every problem that a caller of this mill can meet: the mill's own first, then the server's. */
export function problemsOf(mill: Mill, site: Site): Readonly<Record<string, ProblemKind>> {
	const all: Record<string, ProblemKind> = { ...mill.problems, ...PROBLEMS };
	if (site.security.calls(mill.name).length === 0) for (const code of OF_CREDENTIALS) delete all[code];
	return all;
}

/** The same by status: what an answer with that status can mean. */
export function problemsByStatus(mill: Mill, site: Site): Map<number, string[]> {
	const statuses = new Map<number, string[]>();
	for (const [code, { status }] of Object.entries(problemsOf(mill, site)))
		statuses.set(status, [...(statuses.get(status) ?? []), code]);
	return new Map([...statuses].sort(([a], [b]) => a - b));
}
