import type { Body } from "../input/input.js";

/** One request, ready to be sent. */
export interface OutgoingRequest {
	readonly method: string;
	readonly url: URL;
	readonly headers: Headers;
	readonly body?: Body | undefined;
	readonly signal: AbortSignal;
	/** Maximum size of the answer. */
	readonly maxBytes: number;
	readonly fetch: typeof fetch;
	/** Header fields that only the origin of the first address receives. */
	readonly secret: Headers;
	/** Whether the body of a success is left to be read as it comes. */
	readonly streaming?: boolean | undefined;
}

/** An answer whose body has not been read yet, unless it is `whole`. */
export interface RawResponse {
	readonly status: number;
	readonly headers: Headers;
	readonly body: ReadableStream<Uint8Array> | null;
	readonly whole?: Uint8Array;
}

/** A whole answer, whatever its status. */
export interface RawAnswer {
	readonly url: string;
	readonly status: number;
	readonly headers: Headers;
	readonly bytes: Uint8Array;
	/** The body of a success, in place of `bytes`, if it is to be read as it comes. */
	readonly coming?: ComingBody | undefined;
}

/** A body that is read as it comes. */
export interface ComingBody {
	readonly body: ReadableStream<Uint8Array>;
	/** Call it when nothing more is read. A server whose body broke off is avoided for a while. */
	over(how: "read" | "broken"): void;
}
