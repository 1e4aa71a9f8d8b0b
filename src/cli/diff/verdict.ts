import { Buffer } from "node:buffer";
import { type Answer, ConnectionError, type Outcome, ProblemError } from "../../client/index.js";
import { asCommandError } from "../client-failure.js";
import { UsageError } from "../command-error.js";
import type { Item } from "../map/item.js";
import { errorOf, type ResultError } from "../map/result-line.js";
import { printable } from "../terminal.js";
import { type Change, changesOf, type Tolerance } from "./compare.js";

/** How the two answers to one input compare. */
export type Verdict =
	| { readonly kind: "equal" }
	| { readonly kind: "changed"; readonly changes: readonly Change[] }
	/** One of the two did not answer: nothing can be said. */
	| { readonly kind: "undecided"; readonly error: ResultError };

/** These say that a server could not answer just now, and nothing of the input. */
const PASSING = [429, 502, 503];

/** A problem is an answer too: the same input must be refused in the same way. */
export function judge(old: Outcome<Item>, fresh: Outcome<Item>, tolerance: Tolerance): Verdict {
	for (const { error } of [old, fresh])
		if (error && !(error instanceof ProblemError && !PASSING.includes(error.status)))
			return { kind: "undecided", error: errorOf(error) };
	if (old.answer && fresh.answer && Buffer.compare(old.answer.bytes, fresh.answer.bytes) === 0)
		return { kind: "equal" };
	const [before, after] = [comparable(old), comparable(fresh)];
	// An answer and a refusal have no fields in common: as a whole one stands for the other.
	if (!old.answer !== !fresh.answer)
		return { kind: "changed", changes: [{ path: "", old: before, new: after }] };
	const changes = changesOf(before, after, tolerance);
	return changes.length === 0 ? { kind: "equal" } : { kind: "changed", changes };
}

/** A refusal in the words that stay the same between versions: its status and code, not its sentence. */
function comparable({ answer, error }: Outcome<Item>): unknown {
	if (answer) return outputOf(answer);
	const { status, code } = errorOf(error as Error);
	return { problem: { status, ...(code !== undefined && { code }) } };
}

function outputOf({ output }: Answer): unknown {
	return output instanceof Uint8Array ? { base64: Buffer.from(output).toString("base64") } : output;
}

/** The statuses that say of a first answer that there is no such mill, or none for us. */
const NO_MILL = [401, 403, 404, 405];

/** What is wrong with a whole side, if its first outcome tells: each further input would only repeat it. */
export function mustBeThere({ error }: Outcome<Item>): void {
	if (error instanceof ConnectionError) throw asCommandError(error);
	if (error instanceof ProblemError && NO_MILL.includes(error.status))
		throw new UsageError(printable(error.message));
}
