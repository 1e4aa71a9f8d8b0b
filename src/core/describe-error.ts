/** An error for the log: its stack, through all its causes. */
export function describeError(error: unknown): string {
	if (!(error instanceof Error)) return `thrown: ${typeof error}`;
	const cause = error.cause === undefined ? "" : ` ← ${describeError(error.cause)}`;
	return `${error.stack ?? error.message}${cause}`;
}
