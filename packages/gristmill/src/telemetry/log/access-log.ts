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
	log(levelOf(record), REQUEST, accessFields(record, traceId));
}

/** A crash is an error; a busy server or a slow call is a warning. A health check gets 503 whenever a server starts or shuts down. */
function levelOf({ status, route }: RequestRecord): "info" | "warn" | "error" {
	if (status < 500 || status === 501 || route.startsWith("/health/")) return "info";
	return status === 500 ? "error" : "warn";
}

function accessFields(record: RequestRecord, traceId: string | undefined): Readonly<Record<string, unknown>> {
	const { passage, ended } = record;
	const first = record.stream?.times[0];
	const ran = passage?.ran(ended);
	return {
		id: record.id,
		method: record.method,
		route: record.route,
		status: record.status,
		mill: record.mill || undefined,
		code: record.code,
		parts: record.stream?.parts,
		firstPartMs: first && rounded(first.at - record.began),
		lines: record.lines?.answered,
		failedLines: record.lines?.failed,
		kept: record.kept,
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
