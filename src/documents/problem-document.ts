import type { Mill } from "../core/mill.js";
import { Problem } from "../core/problem.js";
import { PROBLEMS, type ProblemKind } from "../core/problem-table.js";
import { problemType, type Site } from "./site.js";

/** What a caller is told of a failure. */
export interface Failure {
	readonly code: string;
	readonly kind: ProblemKind;
	/** What was thrown, where it is a problem that a caller may read. */
	readonly problem: Problem | undefined;
}

/** Judges whatever was thrown: what is no problem of the table or of the mill is a crash, and tells nothing. */
export function failureOf(error: unknown, mill: Mill | undefined): Failure {
	const problem = Problem.is(error) ? error : undefined;
	const kinds: Readonly<Record<string, ProblemKind>> = { ...mill?.problems, ...PROBLEMS };
	const kind = problem && Object.hasOwn(kinds, problem.code) ? kinds[problem.code] : undefined;
	if (!problem || !kind || problem.code === "crashed")
		return { code: "crashed", kind: PROBLEMS.crashed, problem: undefined };
	return { code: problem.code, kind, problem };
}

/** The problem document of RFC 9457. */
export function problemDocument(site: Site, id: string, { code, kind, problem }: Failure) {
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
	return { ...standard, ...problem?.members, ...standard };
}
