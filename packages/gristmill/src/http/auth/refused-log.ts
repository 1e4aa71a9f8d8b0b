import type { Log } from "../../telemetry/log/stderr-log.js";

const MOST_A_WINDOW = 10;
const WINDOW_MS = 60_000;

/** Logs at most ten refused credentials a minute, so that a million attempts cannot fill a disk. The rest is counted. */
export function refusedLog(log: Log, now: () => number = Date.now): (id: string, reason: string) => void {
	let since = Number.NEGATIVE_INFINITY;
	let told = 0;
	let untold = 0;
	return (id, reason) => {
		if (now() - since >= WINDOW_MS) {
			since = now();
			told = 0;
		}
		if (told === MOST_A_WINDOW) {
			untold++;
			return;
		}
		told++;
		log("warn", "credentials were refused", { id, reason, ...(untold > 0 && { notLogged: untold }) });
		untold = 0;
	};
}
