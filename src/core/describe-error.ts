/** An error may be its own cause; nobody reads further. */
export const MOST_CAUSES = 5;

/** An error for the log: its stack, through all its causes. */
export function describeError(error: unknown, causes = MOST_CAUSES): string {
	if (!(error instanceof Error)) return `thrown: ${typeof error}`;
	const hasCause = error.cause !== undefined && causes > 0;
	return `${error.stack ?? error.message}${hasCause ? ` ← ${describeError(error.cause, causes - 1)}` : ""}`;
}
