import type { Mill } from "../core/definition/mill.js";
import { Problem } from "../core/problem.js";
import { MILL_MAY_RAISE } from "../core/problem-table.js";
import { Crash } from "./failures.js";

/** The Problem that a mill threw, if it may raise it; otherwise a Crash. */
export function failureOfRun(mill: Mill, error: unknown): Error {
	try {
		return permittedProblem(mill, error);
	} catch {
		// A getter of what was thrown throws, or it is a Proxy. What that throws may quote the input too.
		return new Crash("run threw a value that cannot be read");
	}
}

function permittedProblem(mill: Mill, error: unknown): Error {
	// A mill that it uses has crashed.
	if (Crash.is(error)) return error;
	if (!Problem.is(error)) return new Crash("run threw", { cause: error });
	if (Object.hasOwn(mill.problems, error.code) || (MILL_MAY_RAISE as readonly string[]).includes(error.code))
		return asJson(error);
	// An author who forgets the code may have put a text with input in its place.
	const named = PROBLEM_CODE.test(error.code) ? `the problem "${error.code}"` : "a problem";
	return new Crash(`run raised ${named}, which the mill does not declare`, { cause: error });
}

const PROBLEM_CODE = /^[a-z][a-z0-9-]{0,63}$/;

/** A problem with its members as JSON writes them: other values cannot cross the pipe to the server. */
function asJson(problem: Problem): Error {
	const { code, detail, members } = problem;
	if (Object.keys(members).length === 0) return problem;
	try {
		return new Problem(code, detail, JSON.parse(JSON.stringify(members)));
	} catch (error) {
		return new Crash(`run raised the problem "${code}" with members that JSON cannot write`, {
			cause: error,
		});
	}
}
