import type { IncomingHttpHeaders } from "node:http";
import type { Tracer as ApiTracer, Attributes, Context, HrTime, Span } from "@opentelemetry/api";
import { parseTraceParent } from "./trace-parent.js";
import { GONE, type Visit } from "./visit.js";

/** OpenTelemetry's API, as a value: it is imported only where traces are wanted. */
export type Api = typeof import("@opentelemetry/api");

/** Makes spans of requests. */
export interface Tracer {
	/** Writes the spans of a request that is over, and gives the id of their trace. */
	record(visit: Visit, headers: Readonly<IncomingHttpHeaders>): string;
	/** Sends what is left. */
	close(): Promise<void>;
}

/** What spans say that a visit does not know. */
export interface SpanFacts {
	readonly scheme: "http" | "https";
	readonly digest: (mill: string) => string;
}

/**
 * Spans are made when the request is over, with the times that were noted on its way: while a call runs, tracing
 * costs nothing, and nothing has to be carried through the queue.
 */
export function makeTracer(api: Api, tracer: ApiTracer, facts: SpanFacts, close = async () => {}): Tracer {
	return {
		record: (visit, headers) => {
			const clock = wallClock();
			const span = serverSpan(api, tracer, visit, headers, clock);
			span.setAttributes(attributesOf(visit, facts));
			// The caller's mistakes are no failures of a server (HTTP semantic conventions, status).
			if (visit.status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
			const inside = api.trace.setSpan(api.ROOT_CONTEXT, span);
			for (const { name, from, to } of stagesOf(visit))
				tracer.startSpan(name, { startTime: clock(from) }, inside).end(clock(to));
			span.end(clock(visit.ended));
			return span.spanContext().traceId;
		},
		close,
	};
}

function serverSpan(
	api: Api,
	tracer: ApiTracer,
	visit: Visit,
	headers: Readonly<IncomingHttpHeaders>,
	clock: Clock,
): Span {
	const { method, route, began } = visit;
	const active = api.context.active();
	// Where a program traces its own HTTP server, that span is the server's, and ours lies within it.
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

/** HTTP's semantic conventions, less what a caller wrote: `url.path` only where it is the route, no `url.query`. */
function attributesOf(visit: Visit, { scheme, digest }: SpanFacts): Attributes {
	const { mill, route, status, code, passage } = visit;
	return {
		"http.request.method": visit.method,
		"http.response.status_code": status,
		"http.request.body.size": visit.bytesIn,
		"http.response.body.size": visit.bytesOut,
		"url.scheme": scheme,
		"gristmill.request.id": visit.id,
		...(route !== "" && { "http.route": route }),
		...(route !== "" && !route.includes("{") && { "url.path": route }),
		...(mill !== "" && { "gristmill.mill": mill, "gristmill.digest": digest(mill) }),
		...(passage?.lane && { "gristmill.lane": passage.lane }),
		...(code !== undefined && { "gristmill.problem": code }),
		...((status >= 500 || status === GONE) && { "error.type": code ?? String(status) }),
	};
}

/** The stages of a call within its request. */
function stagesOf({ passage, ended }: Visit): { name: string; from: number; to: number }[] {
	if (!passage?.lane) return [];
	const stages = [];
	const waited = passage.waited(ended);
	const ran = passage.ran(ended);
	const begun = passage.queued === 0 ? passage.begun : passage.queued + waited;
	if (passage.queued > 0) stages.push({ name: "queue", from: passage.queued, to: begun });
	if (ran !== undefined) stages.push({ name: "run", from: begun, to: begun + ran });
	return stages;
}

type Clock = (time: number) => HrTime;

/** Times of `performance.now()` as the clock on the wall has them: the origin of the former drifts from it. */
function wallClock(): Clock {
	const origin = Date.now() - performance.now();
	return (time) => {
		const milliseconds = origin + time;
		const seconds = Math.floor(milliseconds / 1_000);
		return [seconds, Math.floor((milliseconds - seconds * 1_000) * 1e6)];
	};
}
