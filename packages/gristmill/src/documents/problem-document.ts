import type { Mill } from "../core/definition/mill.js";
import { Problem } from "../core/problem.js";
import { PROBLEMS, type ProblemKind } from "../core/problem-table.js";
import { problemType, type ServerInfo } from "./server-info.js";

/** The part of a failure that a caller may see. */
interface ReportedFailure {
	readonly code: string;
	readonly kind: ProblemKind;
	/** The thrown error, if it is a problem that a caller may read. */
	readonly problem: Problem | undefined;
}

/** Classifies any thrown value. A value that is no problem of the table or of the mill is a crash and reveals nothing. */
export function failureOf(error: unknown, mill: Mill | undefined): ReportedFailure {
	const problem = Problem.is(error) ? error : undefined;
	const kinds: Readonly<Record<string, ProblemKind>> = { ...mill?.problems, ...PROBLEMS };
	const kind = problem && Object.hasOwn(kinds, problem.code) ? kinds[problem.code] : undefined;
	if (!problem || !kind || problem.code === "crashed")
		return { code: "crashed", kind: PROBLEMS.crashed, problem: undefined };
	return { code: problem.code, kind, problem };
}

/** Returns the problem document (RFC 9457). */
export function problemDocument(info: ServerInfo, id: string, { code, kind, problem }: ReportedFailure) {
	const { status, title, todo } = kind;
	const standard = {
		type: problemType(info, code),
		code,
		title,
		status,
		detail: problem?.detail ?? todo,
		instance: id,
	};
	// The standard members are repeated last, so that no other member can replace them.
	return { ...standard, ...problem?.members, ...standard };
}
