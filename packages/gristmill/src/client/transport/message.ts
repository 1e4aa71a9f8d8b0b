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
}

/** An answer whose body has not been read yet. */
export interface RawResponse {
	readonly status: number;
	readonly headers: Headers;
	readonly body: ReadableStream<Uint8Array> | null;
}

/** A whole answer, whatever its status. */
export interface RawAnswer {
	readonly url: string;
	readonly status: number;
	readonly headers: Headers;
	readonly bytes: Uint8Array;
}
