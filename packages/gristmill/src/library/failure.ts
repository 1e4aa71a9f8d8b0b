import type { Mill } from "../core/definition/mill.js";
import { Problem } from "../core/problem.js";
import { failureOf } from "../documents/problem-document.js";
import { Crash } from "../runtime/failures.js";

/**
 * The Problem that a caller gets: the code, detail, title and status of the same call over HTTP. Of a crash, a server keeps the
 * reason in its log; here the caller is the operator, and gets the reason in the detail and the cause.
 */
export function problemOf(error: unknown, mill: Mill): Problem {
	const { code, kind, problem } = failureOf(error, mill);
	const { title, status, todo } = kind;
	if (problem) return new Problem(code, problem.detail ?? todo, { ...problem.members, title, status });
	const made = new Problem(code, `The mill "${mill.name}" failed: ${reasonOf(error)}.`, { title, status });
	const cause = Crash.is(error) ? (error.cause ?? error) : error;
	Object.defineProperty(made, "cause", { value: cause, configurable: true, writable: true });
	return made;
}

/** One line: that of a worker has a stack below it, which is in the cause. */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return `it threw a ${typeof error}`;
	const text = Crash.is(error) ? (error.forAuthor ?? error.message) : error.message;
	const [line = ""] = text.split("\n");
	return line.replace(/\.$/, "");
}
