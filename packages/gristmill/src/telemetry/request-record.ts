import { performance } from "node:perf_hooks";
import type { CallTimings } from "../runtime/admission/call-timings.js";

/**
 * What telemetry knows of one request. It is filled during the request and read at its end. It never contains the raw
 * target, header fields or input, so they cannot appear in logs.
 */
export class RequestRecord {
	/** Also in `Request-Id`, in the log and in a problem's `instance`. */
	readonly id: string;
	readonly method: string;
	/** In milliseconds of `performance.now()`. */
	readonly began: number;
	/** The called mill; "" for documents and unknown addresses. */
	mill = "";
	/** The address as a pattern, such as `/v1/greeter/{name}`; "" for unknown addresses. */
	route = "";
	/** The name of the authenticated caller, never a credential. */
	caller: string | undefined = undefined;
	/** The times of the call in the runtime; undefined if it did not get there. */
	passage: CallTimings | undefined = undefined;
	status = 0;
	/** The problem code of the answer. */
	code: string | undefined = undefined;
	/** Bytes of the bodies as sent. */
	bytesIn = 0;
	bytesOut = 0;
	ended = 0;
	/** The answers to a request with many inputs, each of which is recorded as a call. */
	lines: LineCounts | undefined = undefined;
	/** The parts of a result that is sent part by part. */
	stream: StreamCounts | undefined = undefined;

	/** Whether its answer was a kept one; undefined if none was looked for. */
	kept: "hit" | "miss" | "bypass" | undefined = undefined;

	constructor(id: string, method: string, began = performance.now()) {
		this.id = id;
		this.method = method;
		this.began = began;
	}
}

/** How many lines were answered, and how many of these answers are problems. */
export interface LineCounts {
	answered: number;
	failed: number;
}

/** How many parts were sent, and when some of them were, in milliseconds of `performance.now()`; the first is always among them. */
export interface StreamCounts {
	parts: number;
	readonly times: { readonly parts: number; readonly at: number }[];
}

/** The status for a caller that left before the answer. It is not an HTTP status; proxies log it. */
export const CLIENT_CLOSED_REQUEST = 499;
