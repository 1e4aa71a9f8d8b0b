import { describeError, MOST_CAUSES } from "../../core/describe-error.js";
import { isA } from "../../core/is-a.js";
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
	if (!Crash.is(error)) return describeError(error);
	// The stack of a Crash shows only our own code.
	if (error.cause === undefined) return error.message;
	return `${error.message} ← ${describeCause(error.cause, withMessages)}`;
}

function describeCause(cause: unknown, withMessages: boolean): string {
	try {
		return withMessages ? describeError(cause) : withoutMessages(cause);
	} catch {
		// A getter of the error throws, or it is a Proxy.
		return `thrown: ${typeof cause} that cannot be read`;
	}
}

function withoutMessages(error: unknown, causes = MOST_CAUSES): string {
	if (!isA(error, Error)) return `thrown: ${typeof error}`;
	// The line break counts: a message that was cut short later is only the beginning of the one in the stack.
	const head = `${error.name}: ${error.message}`;
	const stack = error.stack ?? "";
	const frames = stack.startsWith(`${head}\n`) ? stack.slice(head.length) : "";
	const hasCause = error.cause !== undefined && causes > 0;
	return `${error.name}${frames}${hasCause ? ` ← ${withoutMessages(error.cause, causes - 1)}` : ""}`;
}
