import type { Mill } from "../core/mill.js";
import { PROBLEMS, type ProblemCode, type ProblemKind } from "../core/problem-table.js";
import { problemsByStatus, problemsOf } from "./problem-schema.js";

/** The answers that mean the same at every mill, by name: said once, and one type in generated code. */
export function commonProblems(mills: readonly Mill[]): object {
	const used = mills.flatMap((mill) => [...problemsByStatus(mill)]);
	const common = used.filter(([status, codes]) => isCommon(status, codes));
	return Object.fromEntries(
		common.map(([status, codes]) => [`Problem${status}`, responseOf(codes, PROBLEMS)]),
	);
}

function isCommon(status: number, codes: readonly string[]): boolean {
	return codes.every((code) => PROBLEMS[code as ProblemCode]?.status === status);
}

/** What a mill answers where it gives no result, by status. */
export function problemResponses(mill: Mill): object {
	const responses = [...problemsByStatus(mill)].map(([status, codes]) => [
		status,
		isCommon(status, codes)
			? { $ref: `#/components/responses/Problem${status}` }
			: responseOf(codes, problemsOf(mill)),
	]);
	return Object.fromEntries(responses);
}

/** A problem whose code is one of these: callers who switch over it are told what they forgot. */
function responseOf(codes: readonly string[], kinds: Readonly<Record<string, ProblemKind>>): object {
	const narrowed = {
		type: "object",
		properties: { code: { type: "string", enum: codes } },
		required: ["code"],
	};
	const schema = { allOf: [{ $ref: "#/components/schemas/Problem" }, narrowed] };
	return {
		description: codes.map((code) => kinds[code]?.title).join("; "),
		content: { "application/problem+json": { schema } },
	};
}
