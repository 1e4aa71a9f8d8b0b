import { describeError, MOST_CAUSES } from "../core/describe-error.js";
import { Crash } from "./perform.js";

/**
 * A failed call for the log. What the mill itself threw is told by its kind and its place: its message may quote the
 * input, as that of JSON.parse does, and no input belongs into a log. A debugger sees it.
 */
export function describeCrash(error: unknown, withMessages = false): string {
	if (withMessages || !(error instanceof Crash) || error.cause === undefined) return describeError(error);
	return `${error.stack ?? error.message} ← ${withoutMessages(error.cause)}`;
}

function withoutMessages(error: unknown, causes = MOST_CAUSES): string {
	if (!(error instanceof Error)) return `thrown: ${typeof error}`;
	const head = `${error.name}: ${error.message}`;
	const stack = error.stack ?? "";
	const frames = stack.startsWith(head) ? stack.slice(head.length) : "";
	const hasCause = error.cause !== undefined && causes > 0;
	return `${error.name}${frames}${hasCause ? ` ← ${withoutMessages(error.cause, causes - 1)}` : ""}`;
}
