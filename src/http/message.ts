import type { IncomingHttpHeaders } from "node:http";

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
	/** The name that the caller has proved, where callers must. */
	readonly principal?: string | undefined;
	/** Reads the whole body; throws `content-too-large` as soon as it outgrows the limit. */
	read(limit: number): Promise<Uint8Array>;
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
}

export const NO_BODY: Uint8Array = new Uint8Array(0);
