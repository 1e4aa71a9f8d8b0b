import type { IncomingHttpHeaders } from "node:http";
import type { Log } from "../../runtime/log.js";
import { type AccessLog, writeAccess } from "../../telemetry/log/access-log.js";
import type { Meters } from "../../telemetry/metrics/meters.js";
import type { RequestRecord } from "../../telemetry/request-record.js";
import { parseTraceParent } from "../../telemetry/traces/trace-parent.js";
import type { Tracer } from "../../telemetry/traces/tracer.js";

/** What records requests. Parts that are switched off are undefined. */
export interface Telemetry {
	readonly meters: Meters | undefined;
	readonly tracer: Tracer | undefined;
	readonly accessLog: AccessLog;
	readonly log: Log;
}

/** Counts a request as a call of this mill. Call it once, as soon as the mill is known. */
export function countCall({ meters }: Telemetry, record: RequestRecord, mill: string): void {
	record.mill = mill;
	meters?.entered(record);
}

/** Records a finished request. A part that is switched off costs only a check. */
export function recordRequest(
	telemetry: Telemetry,
	record: RequestRecord,
	headers: Readonly<IncomingHttpHeaders>,
): void {
	const { meters, tracer, accessLog, log } = telemetry;
	meters?.record(record);
	const traceId = tracer?.record(record, headers);
	if (accessLog !== "none")
		writeAccess(log, accessLog, record, traceId ?? parseTraceParent(headers.traceparent)?.traceId);
}
