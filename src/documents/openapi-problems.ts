import type { Mill } from "../core/mill.js";
import { PROBLEMS, type ProblemCode, type ProblemKind } from "../core/problem-table.js";
import { problemsByStatus, problemsOf } from "./problem-schema.js";
import type { Site } from "./site.js";

/** The codes that a status has at most mills: what is said once, and is one type in generated code. */
export type CommonProblems = ReadonlyMap<number, readonly string[]>;

/** RFC 6750 §3: how a 401 says what it wants. */
export const CHALLENGE = {
	headers: { "WWW-Authenticate": { description: "What to send", schema: { type: "string" } } },
};

/** Statuses with codes of the server alone. Mills with and without credentials differ: the first of a kind names it. */
export function commonProblems(mills: readonly Mill[], site: Site): CommonProblems {
	const common = new Map<number, readonly string[]>();
	for (const mill of mills)
		for (const [status, codes] of problemsByStatus(mill, site))
			if (!common.has(status) && codes.every((code) => PROBLEMS[code as ProblemCode]?.status === status))
				common.set(status, codes);
	return common;
}

/** The common problems as components, by name. */
export function commonResponses(common: CommonProblems): object {
	return Object.fromEntries(
		[...common].map(([status, codes]) => [`Problem${status}`, responseOf(status, codes, PROBLEMS)]),
	);
}

/** What a mill answers where it gives no result, by status. */
export function problemResponses(mill: Mill, site: Site, common: CommonProblems): object {
	const responses = [...problemsByStatus(mill, site)].map(([status, codes]) => [
		status,
		common.get(status)?.join() === codes.join()
			? { $ref: `#/components/responses/Problem${status}` }
			: responseOf(status, codes, problemsOf(mill, site)),
	]);
	return Object.fromEntries(responses);
}

/** A problem whose code is one of these: callers who switch over it are told what they forgot. */
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
