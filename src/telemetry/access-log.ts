import type { Log } from "../runtime/log.js";
import type { Visit } from "./visit.js";

/** Which requests have a line of their own in the log. */
export const ACCESS_LOGS = ["all", "failures", "none"] as const;
export type AccessLog = (typeof ACCESS_LOGS)[number];

/** The message of an access line. */
export const REQUEST = "request";

/** Writes a line for one request, if it is worth one. Scrapes and health checks that went well never are. */
export function writeAccess(log: Log, which: AccessLog, visit: Visit, traceId: string | undefined): void {
	const { status, route } = visit;
	if (which === "none" || (which === "failures" && status < 500)) return;
	if (status < 400 && (route.endsWith("/metrics") || route.startsWith("/health/"))) return;
	log(levelOf(status), REQUEST, accessFields(visit, traceId));
}

/** A crash is an error; that a server is busy or a call too slow is a warning. */
function levelOf(status: number): "info" | "warn" | "error" {
	if (status < 500 || status === 501) return "info";
	return status === 500 ? "error" : "warn";
}

function accessFields(visit: Visit, traceId: string | undefined): Readonly<Record<string, unknown>> {
	const { passage, ended } = visit;
	const ran = passage?.ran(ended);
	return {
		id: visit.id,
		method: visit.method,
		route: visit.route,
		status: visit.status,
		mill: visit.mill || undefined,
		code: visit.code,
		lane: passage?.lane,
		queueMs: passage?.lane && rounded(passage.waited(ended)),
		runMs: ran === undefined ? undefined : rounded(ran),
		totalMs: rounded(ended - visit.began),
		bytesIn: visit.bytesIn,
		bytesOut: visit.bytesOut,
		caller: visit.caller,
		traceId,
	};
}

/** To the microsecond. */
function rounded(milliseconds: number): number {
	return Math.round(milliseconds * 1_000) / 1_000;
}
