import type { Log } from "../../runtime/log.js";

export type { Log };

/** Writes one JSON object per line to standard error. */
export const logToStderr: Log = (level, message, fields) => {
	process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
};
