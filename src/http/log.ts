/** Where the server writes what an operator should know. Never any input. */
export type Log = (
	level: "info" | "warn" | "error",
	message: string,
	fields?: Readonly<Record<string, unknown>>,
) => void;

/** One JSON object a line, on standard error. */
export const logToStderr: Log = (level, message, fields) => {
	process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
};
