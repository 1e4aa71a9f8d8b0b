import { describeError, MOST_CAUSES } from "../../core/describe-error.js";
import { Crash } from "../failures.js";
import { adviceOnDenial } from "./denial.js";

/**
 * Describes a failed call for the log. Of an error that the mill threw it gives only the name and the stack: the message may
 * quote the input, as that of JSON.parse does, and no log may contain input. Under a debugger it gives the message too. If
 * Node's permissions denied something, advice comes first.
 */
export function describeCrash(error: unknown, withMessages = false): string {
	const advice = adviceOnDenial(error);
	return `${advice === undefined ? "" : `${advice}\n`}${textOf(error, withMessages)}`;
}

function textOf(error: unknown, withMessages: boolean): string {
	if (!(error instanceof Crash)) return describeError(error);
	// The stack of a Crash shows only our own code.
	if (error.cause === undefined) return error.message;
	const cause = withMessages ? describeError(error.cause) : withoutMessages(error.cause);
	return `${error.message} ← ${cause}`;
}

function withoutMessages(error: unknown, causes = MOST_CAUSES): string {
	if (!(error instanceof Error)) return `thrown: ${typeof error}`;
	const head = `${error.name}: ${error.message}`;
	const stack = error.stack ?? "";
	const frames = stack.startsWith(head) ? stack.slice(head.length) : "";
	const hasCause = error.cause !== undefined && causes > 0;
	return `${error.name}${frames}${hasCause ? ` ← ${withoutMessages(error.cause, causes - 1)}` : ""}`;
}
