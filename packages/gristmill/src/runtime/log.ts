/** Writes log lines for the operator. They never contain input. */
export interface Log {
	(level: "info" | "warn" | "error", message: string, fields?: Readonly<Record<string, unknown>>): void;
	/** The number of lost lines, if the log can lose lines. */
	readonly lost?: () => number;
}
