/** Where the server writes what an operator should know. Never any input. */
export type Log = (
	level: "info" | "warn" | "error",
	message: string,
	fields?: Readonly<Record<string, unknown>>,
) => void;
