import type { IncomingHttpHeaders } from "node:http";
import type { Log } from "../runtime/log.js";
import { type AccessLog, writeAccess } from "./access-log.js";
import type { Meters } from "./meters.js";
import { parseTraceParent } from "./trace-parent.js";
import type { Tracer } from "./tracer.js";
import type { Visit } from "./visit.js";

/** Who is told of requests: each part only where it is wanted. */
export interface Telemetry {
	readonly meters: Meters | undefined;
	readonly tracer: Tracer | undefined;
	readonly accessLog: AccessLog;
	readonly log: Log;
}

/** Records a request that is over; nothing that was switched off costs more than to look. */
export function record(telemetry: Telemetry, visit: Visit, headers: Readonly<IncomingHttpHeaders>): void {
	const { meters, tracer, accessLog, log } = telemetry;
	meters?.record(visit);
	const traceId = tracer?.record(visit, headers);
	if (accessLog !== "none")
		writeAccess(log, accessLog, visit, traceId ?? parseTraceParent(headers.traceparent)?.traceId);
}
