import { type Mill, pathParameters } from "../../core/definition/mill.js";
import { PROBLEMS, type ProblemCode, type ProblemKind } from "../../core/problem-table.js";
import { problemDocument } from "../problem-document.js";
import { problemsByStatus, problemsOf } from "../problem-schema.js";
import type { ServerInfo } from "../server-info.js";
import { schemaReference } from "./names.js";

/** Error responses that several operations share. They are listed once and become one type each in generated code. */
export interface SharedProblems {
	/** Returns the error responses of a mill, by status. */
	of(mill: Mill): object;
	/** Returns the shared response of a status, by status. */
	shared(...statuses: number[]): object;
	/** Returns the components of all responses that were asked for. */
	components(): object;
}

/**
 * A request that follows the document gets these only if something on its way fails: a typed client sends no wrong
 * method and no unknown expectation. They are one response, `default`.
 */
const ACCIDENTS: readonly number[] = [404, 405, 408, 417, 431, 501];

/** RFC 6750 §3: a 401 states the required credentials. */
const CHALLENGE = {
	headers: { "WWW-Authenticate": { description: "What to send", schema: { type: "string" } } },
};

const RETRY = {
	headers: { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } } },
};

const HEADERS: Readonly<Record<number, object>> = { 401: CHALLENGE, 429: RETRY, 503: RETRY };

export function sharedProblems(mills: readonly Mill[], info: ServerInfo): SharedProblems {
	const common = commonProblems(mills, info);
	const used = new Map<string, object>();

	const reference = (name: string, response: () => object): object => {
		if (!used.has(name)) used.set(name, response());
		return { $ref: `#/components/responses/${name}` };
	};
	const shared = (status: number) =>
		reference(`Problem${status}`, () =>
			responseOf(info, common.get(status) ?? codesOf(status), PROBLEMS, HEADERS[status]),
		);
	const accident = () =>
		reference("OtherProblem", () => responseOf(info, ACCIDENTS.flatMap(codesOf), PROBLEMS));

	return {
		of: (mill) => {
			const responses: Record<string, object> = {};
			for (const [status, codes] of problemsByStatus(mill, info)) {
				const isCommon = common.get(status)?.join() === codes.join();
				// Only a parameter in the path makes the address of a call wrong.
				const isAccident = ACCIDENTS.includes(status) && !(status === 404 && hasPathParameters(mill));
				if (isCommon && isAccident) continue;
				responses[status] = isCommon
					? shared(status)
					: responseOf(info, codes, problemsOf(mill, info), HEADERS[status]);
			}
			return { ...responses, default: accident() };
		},
		shared: (...statuses) => Object.fromEntries(statuses.map((status) => [status, shared(status)])),
		components: () => Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1))),
	};
}

function hasPathParameters({ path }: Mill): boolean {
	return pathParameters(path).length > 0;
}

function codesOf(status: number): string[] {
	return Object.keys(PROBLEMS).filter((code) => PROBLEMS[code as ProblemCode].status === status);
}

/**
 * Returns the statuses whose codes all belong to the server. Mills with and without credentials differ: the first of
 * a kind defines the codes.
 */
function commonProblems(mills: readonly Mill[], info: ServerInfo): ReadonlyMap<number, readonly string[]> {
	const common = new Map<number, readonly string[]>();
	for (const mill of mills)
		for (const [status, codes] of problemsByStatus(mill, info))
			if (!common.has(status) && codes.every((code) => PROBLEMS[code as ProblemCode]?.status === status))
				common.set(status, codes);
	return common;
}

/** Returns a problem response with a closed list of codes, so a compiler can report a missing case in a caller's switch. */
function responseOf(
	info: ServerInfo,
	codes: readonly string[],
	kinds: Readonly<Record<string, ProblemKind>>,
	headers: object = {},
): object {
	const narrowed = {
		type: "object",
		properties: { code: { type: "string", enum: codes } },
		required: ["code"],
	};
	const examples = codes.flatMap((code) => {
		const kind = kinds[code];
		if (!kind) return [];
		const value = problemDocument(info, "request-1", { code, kind, problem: undefined });
		return [[code, { summary: kind.title, value }]];
	});
	return {
		description: codes.map((code) => kinds[code]?.title).join("; "),
		...headers,
		content: {
			"application/problem+json": {
				schema: { allOf: [schemaReference("Problem"), narrowed] },
				examples: Object.fromEntries(examples),
			},
		},
	};
}
