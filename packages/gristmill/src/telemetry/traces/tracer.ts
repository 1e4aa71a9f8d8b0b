import type { IncomingHttpHeaders } from "node:http";
import type { Tracer as ApiTracer, Attributes, Context, HrTime, Span } from "@opentelemetry/api";
import { describeCrash } from "../../runtime/loading/describe-crash.js";
import type { Log } from "../../runtime/log.js";
import { CLIENT_CLOSED_REQUEST, type RequestRecord } from "../request-record.js";
import { parseTraceParent } from "./trace-parent.js";

/** OpenTelemetry's API as a value. It is imported only if traces are enabled. */
export type Api = typeof import("@opentelemetry/api");

/** Makes spans for requests. */
export interface Tracer {
	/** Records the spans of a finished request and returns their trace id; undefined if they cannot be recorded. */
	record(record: RequestRecord, headers: Readonly<IncomingHttpHeaders>): string | undefined;
	/** Sends the remaining spans. */
	close(): Promise<void>;
}

/** Facts for spans that a request record does not hold. */
export interface SpanFacts {
	readonly scheme: "http" | "https";
	readonly digest: (mill: string) => string;
}

/**
 * Makes spans after a request has finished, from the times recorded during it. Tracing costs nothing while a call
 * runs, and no trace context has to pass through the queue. The processors may be those of an application: if one throws, the
 * request has no trace, and nothing else happens to it.
 */
export function makeTracer(
	api: Api,
	tracer: ApiTracer,
	facts: SpanFacts,
	log: Log,
	close = async () => {},
): Tracer {
	let hasFailed = false;
	return {
		record: (record, headers) => {
			try {
				return recordSpans(api, tracer, facts, record, headers);
			} catch (error) {
				if (!hasFailed) log("error", "spans cannot be recorded", { error: describeCrash(error) });
				hasFailed = true;
				return undefined;
			}
		},
		close,
	};
}

function recordSpans(
	api: Api,
	tracer: ApiTracer,
	facts: SpanFacts,
	record: RequestRecord,
	headers: Readonly<IncomingHttpHeaders>,
): string {
	const clock = wallClock();
	const span = serverSpan(api, tracer, record, headers, clock);
	span.setAttributes(attributesOf(record, facts));
	for (const { parts, at } of record.stream?.times ?? [])
		span.addEvent("part", { "gristmill.parts": parts }, clock(at));
	// A caller's mistakes are not server failures (HTTP semantic conventions, status).
	if (record.status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
	const inside = api.trace.setSpan(api.ROOT_CONTEXT, span);
	for (const { name, from, to } of stagesOf(record))
		tracer.startSpan(name, { startTime: clock(from) }, inside).end(clock(to));
	span.end(clock(record.ended));
	return span.spanContext().traceId;
}

function serverSpan(
	api: Api,
	tracer: ApiTracer,
	record: RequestRecord,
	headers: Readonly<IncomingHttpHeaders>,
	clock: SpanClock,
): Span {
	const { method, route, began } = record;
	const active = api.context.active();
	// If a program traces its own HTTP server, that span is the server span and contains ours.
	const within = api.trace.getSpan(active) !== undefined;
	return tracer.startSpan(
		route === "" ? method : `${method} ${route}`,
		{ kind: within ? api.SpanKind.INTERNAL : api.SpanKind.SERVER, startTime: clock(began) },
		within ? active : fromHeaders(api, headers),
	);
}

function fromHeaders(api: Api, { traceparent, tracestate }: Readonly<IncomingHttpHeaders>): Context {
	const parent = parseTraceParent(traceparent);
	if (!parent) return api.ROOT_CONTEXT;
	return api.trace.setSpanContext(api.ROOT_CONTEXT, {
		traceId: parent.traceId,
		spanId: parent.spanId,
		traceFlags: parent.flags & api.TraceFlags.SAMPLED,
		isRemote: true,
		...(typeof tracestate === "string" && { traceState: api.createTraceState(tracestate) }),
	});
}

/** HTTP's semantic conventions without the caller's text: `url.path` only if it is the route, no `url.query`. */
function attributesOf(record: RequestRecord, { scheme, digest }: SpanFacts): Attributes {
	const { mill, route, status, code, passage } = record;
	return {
		"http.request.method": record.method,
		"http.response.status_code": status,
		"http.request.body.size": record.bytesIn,
		"http.response.body.size": record.bytesOut,
		"url.scheme": scheme,
		"gristmill.request.id": record.id,
		...(route !== "" && { "http.route": route }),
		...(route !== "" && !route.includes("{") && { "url.path": route }),
		...(record.stream && { "gristmill.parts": record.stream.parts }),
		...(record.lines && { "gristmill.lines": record.lines.answered }),
		...(mill !== "" && { "gristmill.mill": mill, "gristmill.digest": digest(mill) }),
		...(passage?.lane && { "gristmill.lane": passage.lane }),
		...(code !== undefined && { "gristmill.problem": code }),
		...((status >= 500 || status === CLIENT_CLOSED_REQUEST) && { "error.type": code ?? String(status) }),
	};
}

/** Returns the stages of a call within its request. */
function stagesOf({ passage, ended }: RequestRecord): { name: string; from: number; to: number }[] {
	if (!passage?.lane) return [];
	const stages = [];
	const waited = passage.waited(ended);
	const ran = passage.ran(ended);
	const begun = passage.queued === 0 ? passage.begun : passage.queued + waited;
	if (passage.queued > 0) stages.push({ name: "queue", from: passage.queued, to: begun });
	if (ran !== undefined) stages.push({ name: "run", from: begun, to: begun + ran });
	return stages;
}

type SpanClock = (time: number) => HrTime;

/** Converts times of `performance.now()` to wall-clock times. The origin of `performance.now()` drifts from the wall clock. */
function wallClock(): SpanClock {
	const origin = Date.now() - performance.now();
	return (time) => {
		const milliseconds = origin + time;
		const seconds = Math.floor(milliseconds / 1_000);
		return [seconds, Math.floor((milliseconds - seconds * 1_000) * 1e6)];
	};
}
