import { describeCrash } from "../../runtime/loading/describe-crash.js";
import type { Log } from "../../runtime/log.js";
import { logToStderr } from "./stderr-log.js";

/**
 * The log of an application, as the server uses it: an error of the application's function must not end a call or the process. The
 * first error is written to standard error, so that the lost lines are noticed.
 */
export function guardedLog(given: Log | undefined): Log {
	if (!given) return logToStderr;
	let hasFailed = false;
	const complain = (error: unknown) => {
		if (hasFailed) return;
		hasFailed = true;
		logToStderr("error", "the log function of the application failed, and lines are lost", {
			error: describeCrash(error),
		});
	};
	const log: Log = (...line) => {
		try {
			// An async function fits the type, too. Its rejection would end the process.
			const written: unknown = given(...line);
			if (written instanceof Promise) written.catch(complain);
		} catch (error) {
			complain(error);
		}
	};
	return given.lost ? Object.assign(log, { lost: given.lost }) : log;
}
