import type { Mill } from "../core/definition/mill.js";
import { PROBLEMS, type ProblemCode, type ProblemKind } from "../core/problem-table.js";
import { problemsByStatus, problemsOf } from "./problem-schema.js";
import type { ServerInfo } from "./server-info.js";

/** The codes that most mills share for a status. They are listed once and become one type in generated code. */
export type CommonProblems = ReadonlyMap<number, readonly string[]>;

/** RFC 6750 §3: a 401 states the required credentials. */
export const CHALLENGE = {
	headers: { "WWW-Authenticate": { description: "What to send", schema: { type: "string" } } },
};

/**
 * Returns the statuses whose codes all belong to the server. Mills with and without credentials differ: the first of
 * a kind defines the codes.
 */
export function commonProblems(mills: readonly Mill[], info: ServerInfo): CommonProblems {
	const common = new Map<number, readonly string[]>();
	for (const mill of mills)
		for (const [status, codes] of problemsByStatus(mill, info))
			if (!common.has(status) && codes.every((code) => PROBLEMS[code as ProblemCode]?.status === status))
				common.set(status, codes);
	return common;
}

/** Returns the common problems as components, by name. */
export function commonResponses(common: CommonProblems): object {
	return Object.fromEntries(
		[...common].map(([status, codes]) => [`Problem${status}`, responseOf(status, codes, PROBLEMS)]),
	);
}

/** Returns the error responses of a mill, by status. */
export function problemResponses(mill: Mill, info: ServerInfo, common: CommonProblems): object {
	const responses = [...problemsByStatus(mill, info)].map(([status, codes]) => [
		status,
		common.get(status)?.join() === codes.join()
			? { $ref: `#/components/responses/Problem${status}` }
			: responseOf(status, codes, problemsOf(mill, info)),
	]);
	return Object.fromEntries(responses);
}

/** Returns a problem response with a closed list of codes, so a compiler can report a missing case in a caller's switch. */
function responseOf(
	status: number,
	codes: readonly string[],
	kinds: Readonly<Record<string, ProblemKind>>,
): object {
	const narrowed = {
		type: "object",
		properties: { code: { type: "string", enum: codes } },
		required: ["code"],
	};
	const schema = { allOf: [{ $ref: "#/components/schemas/Problem" }, narrowed] };
	return {
		description: codes.map((code) => kinds[code]?.title).join("; "),
		...(status === 401 && CHALLENGE),
		content: { "application/problem+json": { schema } },
	};
}
