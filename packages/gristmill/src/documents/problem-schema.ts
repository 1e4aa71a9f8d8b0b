import type { Mill } from "../core/definition/mill.js";
import { PROBLEMS, type ProblemCode, type ProblemKind } from "../core/problem-table.js";
import type { ServerInfo } from "./server-info.js";

/** RFC 9457. The object is open, because a problem may have more members. */
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

/** The problems about credentials. They occur only if credentials are required. */
const OF_CREDENTIALS: readonly ProblemCode[] = ["unauthorised", "forbidden", "unverifiable"];

/** Returns every problem that a caller of this mill can get: first the mill's own, then the server's. */
export function problemsOf(mill: Mill, info: ServerInfo): Readonly<Record<string, ProblemKind>> {
	const all: Record<string, ProblemKind> = { ...mill.problems, ...PROBLEMS };
	if (info.security.calls(mill.name).length === 0) for (const code of OF_CREDENTIALS) delete all[code];
	return all;
}

/** Returns the same problems by status: the possible meanings of a response with that status. */
export function problemsByStatus(mill: Mill, info: ServerInfo): Map<number, string[]> {
	const statuses = new Map<number, string[]>();
	for (const [code, { status }] of Object.entries(problemsOf(mill, info)))
		statuses.set(status, [...(statuses.get(status) ?? []), code]);
	return new Map([...statuses].sort(([a], [b]) => a - b));
}
