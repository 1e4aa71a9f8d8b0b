import type { Log } from "../runtime/log.js";

export type { Log };

/** One JSON object a line, on standard error. */
export const logToStderr: Log = (level, message, fields) => {
	process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
};
