import { describeBytes } from "./describe-bytes.js";
import { Problem } from "./problem.js";

/** The problem of an input, or of a part of one, that is larger than its limit. */
export function inputTooLarge(maxBytes: number, what = "The input", members = {}): Problem {
	const detail = `${what} is larger than its limit of ${describeBytes(maxBytes)}.`;
	return new Problem("content-too-large", detail, { maxBytes, ...members });
}
