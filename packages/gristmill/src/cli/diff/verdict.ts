import { type Answer, ConnectionError, type MapOutcome, ProblemError } from "../../client/index.js";
import { asCommandError } from "../client/client-failure.js";
import { type Change, changesOf, type Tolerance } from "../client/compare.js";
import { bytesDifference, shownBytes } from "../client/compare-bytes.js";
import { UsageError } from "../command-line/command-error.js";
import { printable } from "../command-line/terminal.js";
import type { Item } from "../map/item.js";
import { errorOf, type ResultError } from "../map/result-line.js";

/** How the two answers to one input compare. */
export type Verdict =
	| { readonly kind: "equal" }
	| { readonly kind: "changed"; readonly changes: readonly Change[] }
	/** One of the two sent no response. */
	| { readonly kind: "undecided"; readonly error: ResultError };

/** Temporary failures, which say nothing about the input. */
const TEMPORARY = [429, 502, 503];

/** Compares two outcomes. A problem is a result too: both versions must reject the input in the same way. */
export function judge(old: MapOutcome<Item>, fresh: MapOutcome<Item>, tolerance: Tolerance): Verdict {
	for (const { error } of [old, fresh])
		if (error && !(error instanceof ProblemError && !TEMPORARY.includes(error.status)))
			return { kind: "undecided", error: errorOf(error) };
	if (old.answer && fresh.answer) {
		const how = bytesDifference(old.answer.bytes, fresh.answer.bytes);
		if (how === undefined) return { kind: "equal" };
		if (isBytes(old.answer) || isBytes(fresh.answer))
			return { kind: "changed", changes: [bytesChange(old.answer, fresh.answer, how)] };
	}
	const [before, after] = [comparable(old), comparable(fresh)];
	// A result and a problem have no fields in common. They are compared as a whole.
	if (!old.answer !== !fresh.answer)
		return { kind: "changed", changes: [{ path: "", old: before, new: after }] };
	const changes = changesOf(before, after, tolerance);
	return changes.length === 0 ? { kind: "equal" } : { kind: "changed", changes };
}

/** A problem is compared by status and code. Its text may change between versions. */
function comparable({ answer, error }: MapOutcome<Item>): unknown {
	if (answer) return isBytes(answer) ? shownBytes(answer.bytes, answer.mediaType) : answer.output;
	const { status, code } = errorOf(error as Error);
	return { problem: { status, ...(code !== undefined && { code }) } };
}

function isBytes({ output }: Answer): boolean {
	return output instanceof Uint8Array;
}

/** Bytes are compared as a whole. A report has their sizes, and not the bytes. */
function bytesChange(old: Answer, fresh: Answer, how: string): Change {
	const described = ({ bytes, mediaType }: Answer) => shownBytes(bytes, mediaType);
	return { path: "", old: described(old), new: `${described(fresh)}; ${how}` };
}

/** Statuses of a first response that mean: no such mill, or no access to it. */
const NO_MILL = [401, 403, 404, 405];

/** Throws if the first outcome shows that the mill cannot be called: every other input would fail too. */
export function mustBeThere({ error }: MapOutcome<Item>): void {
	if (error instanceof ConnectionError) throw asCommandError(error);
	if (error instanceof ProblemError && NO_MILL.includes(error.status))
		throw new UsageError(printable(error.message));
}
