import { performance } from "node:perf_hooks";
import { Cancellation } from "../runtime/cancellation.js";
import { writeAccess } from "../telemetry/log/access-log.js";
import { CLIENT_CLOSED_REQUEST, RequestRecord } from "../telemetry/request-record.js";
import { parseTraceParent } from "../telemetry/traces/trace-parent.js";
import type { Host } from "./host/host.js";
import { type Envelope, requestId, serverTiming } from "./wire/envelope.js";
import type { HttpReply, HttpRequest, Watch } from "./wire/message.js";

/** The head of a request, however it arrived. */
type Head = Pick<HttpRequest, "method" | "target" | "headers">;

/** One request and its answer: the part that is the same for every transport. */
export abstract class Exchange implements HttpRequest {
	readonly id: string;
	readonly method: string;
	readonly target: string;
	readonly headers: HttpRequest["headers"];
	readonly record: RequestRecord;
	readonly cancellation: Cancellation = new Cancellation();
	principal: HttpRequest["principal"];
	rateFields: HttpRequest["rateFields"];
	leave: HttpRequest["leave"];
	protected readonly host: Host;
	#held = 0;

	constructor(host: Host, { method, target, headers }: Head) {
		this.id = requestId(headers);
		this.method = method;
		this.target = target;
		this.headers = headers;
		this.record = new RequestRecord(this.id, method);
		this.host = host;
		host.load.enter();
	}

	abstract get peer(): string | undefined;
	abstract pieces(): AsyncIterable<Uint8Array>;
	abstract read(limit: number, watch?: Watch): Promise<Uint8Array>;

	hold(bytes: number): void {
		this.host.load.hold(bytes);
		this.#held += bytes;
	}

	/** Gives back what the request holds: its bytes are no longer in memory. */
	protected release(): void {
		this.host.load.release(this.#held);
		this.#held = 0;
	}

	/** Notes that the answer is there. */
	protected seal(): Envelope {
		this.record.ended = performance.now();
		return { id: this.id, timing: this.host.serverTiming ? serverTiming(this.record) : undefined };
	}

	/** Records the request. `sent` is the length of the answer's body; undefined if the caller has gone. */
	protected conclude(reply: HttpReply, sent: number | undefined): void {
		const { record } = this;
		this.leave?.(record.passage);
		record.status = sent === undefined ? CLIENT_CLOSED_REQUEST : reply.status;
		record.code = sent === undefined ? undefined : reply.problem;
		record.bytesOut = this.method === "HEAD" ? 0 : (sent ?? 0);
		recordRequest(this.host, record, this.headers);
	}
}

/** Records a finished request. A part that is switched off costs only a check. */
export function recordRequest(
	{ telemetry: { meters, tracer, accessLog }, log }: Host,
	record: RequestRecord,
	headers: HttpRequest["headers"],
): void {
	meters?.record(record);
	const traceId = tracer?.record(record, headers);
	if (accessLog !== "none")
		writeAccess(log, accessLog, record, traceId ?? parseTraceParent(headers.traceparent)?.traceId);
}
