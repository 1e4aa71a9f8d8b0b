import { Problem } from "../../core/problem.js";

/** A form that cannot be read. */
export function broken(how: string): Problem {
	return new Problem("unreadable-input", `The body is not valid multipart/form-data: ${how}.`);
}
