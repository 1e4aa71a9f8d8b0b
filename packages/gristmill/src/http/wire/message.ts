import type { IncomingHttpHeaders } from "node:http";
import { MiB } from "../../core/definition/limits.js";
import type { CallTimings } from "../../runtime/admission/call-timings.js";
import type { Cancellation } from "../../runtime/cancellation.js";
import type { ArrivingBytes } from "../../runtime/pool/arriving.js";
import type { RequestRecord } from "../../telemetry/request-record.js";
import type { Rate } from "./token-bucket.js";

/** The caller, after its credentials were verified. */
export interface Principal {
	/** The name for limits and logs. It never holds the credentials themselves. */
	readonly name: string;
	/** The mills that the caller may use, or undefined for all mills. */
	readonly mills: ReadonlySet<string> | undefined;
	/** What the operator, or who issued the credentials, allows this caller, instead of what holds for all. */
	readonly limits?: CallerLimits | undefined;
}

/** A rate as it was given, such as 100/s, and what it means. */
export interface NamedRate {
	readonly text: string;
	readonly of: Rate;
}

/** How much one caller may send. */
export interface CallerLimits {
	readonly rate?: NamedRate | undefined;
	/** Calls at once. */
	readonly concurrency?: number | undefined;
	/** Of computing. */
	readonly secondsPerDay?: number | undefined;
}

/** Gives back the place that a call has among those of its caller, and counts its computing: if it ran, at these times. */
export type Leave = (timings: CallTimings | undefined) => void;

/** A request as the flow sees it: plain fields, and a body that is read only when wanted. */
export interface HttpRequest {
	/** Also in `Request-Id`, in the log and in a problem's `instance`. */
	readonly id: string;
	readonly method: string;
	/** The raw request target, such as `/v1/tokeniser?scheme=word`. */
	readonly target: string;
	readonly headers: Readonly<IncomingHttpHeaders>;
	/** The remote address of the connection; may be a proxy's. */
	readonly peer?: string | undefined;
	/** The authenticated caller; undefined if no credentials are required. */
	principal?: Principal | undefined;
	/** The RateLimit fields of its answer, once the call is counted; undefined if the answer has none. */
	rateFields?: HeaderFields | undefined;
	/** Ends the call for the limits of its caller. Set if it has such limits. */
	leave?: Leave | undefined;
	/** Telemetry of the request; undefined if the request is not counted. */
	readonly record?: RequestRecord;
	/** Reads the whole body; throws `content-too-large` as soon as it outgrows the limit. `watch` may refuse or delay a piece. */
	read(limit: number, watch?: Watch): Promise<Uint8Array>;
	/** Reads the body piece by piece, each when it is asked for. Throws if its end does not come. */
	pieces?(): AsyncIterable<Uint8Array>;
	/** Counts bytes that this call holds until its answer; throws `overloaded` if all calls hold too many. */
	hold?(bytes: number): void;
	/** Aborted when the caller goes away. */
	readonly cancellation: Cancellation;
	/** Whether its answer may have a body that is still arriving. */
	readonly takesArriving?: boolean;
}

/** Looks at a piece of a body. If it returns a promise, the next piece waits for it. */
export type Watch = (piece: Uint8Array) => Promise<void> | undefined;

/** Header fields by name, as sent. */
export type HeaderFields = Readonly<Record<string, string>>;

/** An answer without the fields that the transport adds (Date, Content-Length, Connection). */
export interface HttpReply {
	readonly status: number;
	readonly headers: HeaderFields;
	readonly body: Uint8Array | string;
	/** The problem code, if the answer is a problem. */
	readonly problem?: string;
	/** Whether caches keep it for ever. It then has no field that belongs to a single call. */
	readonly isLasting?: boolean;
	/** The body, if it is still arriving; `body` is empty then. */
	readonly arriving?: ArrivingBody;
	/** The body, if it is sent part by part; `body` is empty then. */
	readonly parts?: PartBody;
}

/** A body that is sent part by part. */
export interface PartBody {
	/** Once. It throws if the rest will not come and nothing but a broken connection can say so. */
	readonly pieces: AsyncGenerator<Uint8Array, void, void>;
	/** The answer that the request would have got, once the stream has failed. */
	failure(): HttpReply | undefined;
}

/** A body that is sent while it arrives. */
export interface ArrivingBody {
	readonly bytes: ArrivingBytes;
	/** Logs why the rest will not come. Returns the answer that the request would have got, for its record. */
	failed(error: Error): HttpReply;
}

/** Results of this size count among the bytes in memory until their caller has read them. */
export const LARGE_ANSWER = MiB;

export const NO_BODY: Uint8Array = new Uint8Array(0);
