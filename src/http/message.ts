import type { IncomingHttpHeaders } from "node:http";
import type { Visit } from "../telemetry/visit.js";
import type { Principal } from "./auth/principal.js";

/** A request as the flow sees it: plain fields, and a body that is read only when wanted. */
export interface Request {
	/** The same in `Request-Id`, in the log and in a problem's `instance`. */
	readonly id: string;
	readonly method: string;
	/** The request target as it came, such as `/v1/tokeniser?scheme=word`. */
	readonly target: string;
	readonly headers: Readonly<IncomingHttpHeaders>;
	/** The address at the other end of the connection; a proxy's, where there is one. */
	readonly peer?: string | undefined;
	/** Who calls, once that is known; undefined where nothing is demanded. */
	principal?: Principal | undefined;
	/** Where it is noted what becomes of the request; none for requests that are not counted. */
	readonly visit?: Visit;
	/** Reads the whole body; throws `content-too-large` as soon as it outgrows the limit. */
	read(limit: number): Promise<Uint8Array>;
	/** Counts bytes that this call holds until its answer; throws `overloaded` where all calls hold too many. */
	hold?(bytes: number): void;
	/** Aborted when the caller goes away. */
	signal(): AbortSignal;
}

/** Header fields by the name they are sent with. */
export type Fields = Readonly<Record<string, string>>;

/** An answer, complete but for what the transport adds (Date, Content-Length, Connection). */
export interface Reply {
	readonly status: number;
	readonly headers: Fields;
	readonly body: Uint8Array | string;
	/** The code of the problem, where it is one. */
	readonly problem?: string;
}

export const NO_BODY: Uint8Array = new Uint8Array(0);
