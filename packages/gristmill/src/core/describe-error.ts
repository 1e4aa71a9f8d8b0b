import { isA } from "./is-a.js";

/** Maximum number of causes. An error may be its own cause. */
export const MOST_CAUSES = 5;

/** Formats an error for the log: its stack and those of its causes. */
export function describeError(error: unknown, causes = MOST_CAUSES): string {
	if (!isA(error, Error)) return `thrown: ${typeof error}`;
	const hasCause = error.cause !== undefined && causes > 0;
	return `${error.stack ?? error.message}${hasCause ? ` ← ${describeError(error.cause, causes - 1)}` : ""}`;
}
