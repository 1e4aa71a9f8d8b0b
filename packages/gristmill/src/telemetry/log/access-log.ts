import type { Log } from "../../runtime/log.js";
import type { ServerValues } from "../../settings/table.js";
import type { RequestRecord } from "../request-record.js";

/** Which requests are logged. */
export type AccessLog = NonNullable<ServerValues["accessLog"]>;

/** The message of an access line. */
export const REQUEST = "request";

/** Logs one request if the setting includes it. Successful scrapes and health checks are never logged. */
export function writeAccess(
	log: Log,
	which: AccessLog,
	record: RequestRecord,
	traceId: string | undefined,
): void {
	const { status, route } = record;
	if (which === "none" || (which === "failures" && status < 500)) return;
	if (status < 400 && (route.endsWith("/metrics") || route.startsWith("/health/"))) return;
	log(levelOf(status), REQUEST, accessFields(record, traceId));
}

/** A crash is an error; a busy server or a slow call is a warning. */
function levelOf(status: number): "info" | "warn" | "error" {
	if (status < 500 || status === 501) return "info";
	return status === 500 ? "error" : "warn";
}

function accessFields(record: RequestRecord, traceId: string | undefined): Readonly<Record<string, unknown>> {
	const { passage, ended } = record;
	const ran = passage?.ran(ended);
	return {
		id: record.id,
		method: record.method,
		route: record.route,
		status: record.status,
		mill: record.mill || undefined,
		code: record.code,
		lines: record.lines?.answered,
		failedLines: record.lines?.failed,
		lane: passage?.lane,
		queueMs: passage?.lane && rounded(passage.waited(ended)),
		runMs: ran === undefined ? undefined : rounded(ran),
		totalMs: rounded(ended - record.began),
		bytesIn: record.bytesIn,
		bytesOut: record.bytesOut,
		caller: record.caller,
		traceId,
	};
}

/** To the microsecond. */
function rounded(milliseconds: number): number {
	return Math.round(milliseconds * 1_000) / 1_000;
}
