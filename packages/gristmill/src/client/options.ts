import type { Input } from "./input/input.js";
import type { RetryPolicy } from "./transport/retry.js";

/** Options of every request. The options of a call override those of the client. */
export interface RequestOptions {
	/** Your own header fields, such as Authorization. They are sent only to the origins that you name. */
	readonly headers?: Readonly<Record<string, string>>;
	/**
	 * Milliseconds for the whole call with all its attempts. Default: 60,000, or longer if the mill's schema states a
	 * longer deadline.
	 */
	readonly deadline?: number;
	/** Cancels the call, which rejects with the signal's reason. */
	readonly signal?: AbortSignal;
	/** When to retry; `false` never retries. */
	readonly retry?: Partial<RetryPolicy> | false;
	/** Maximum size of an answer in bytes. Default: 64 MiB. */
	readonly maxAnswerBytes?: number;
}

/** Options of a client. */
export interface ClientOptions extends RequestOptions {
	/** A replacement for fetch, such as one with a proxy. */
	readonly fetch?: typeof fetch;
}

/** Options of one call. */
export interface CallOptions extends RequestOptions {
	/** Values for the braces of the URL, and for the query string. */
	readonly parameters?: Readonly<Record<string, Parameter | readonly Parameter[] | undefined>>;
	/** The media type of the input. Guessed if omitted. */
	readonly mediaType?: string;
	/** The mill's method. Detected if omitted. */
	readonly method?: string;
	/** The media type of the result. Default: JSON. */
	readonly accept?: string;
	/** Whether to validate the answer against the mill's schema. */
	readonly validate?: boolean;
	/** Sends a second request if an answer takes longer than this share of calls; true means 95 %. */
	readonly hedge?: boolean | { readonly quantile: number };
}

type Parameter = string | number | boolean;

/** Options of finding a document. */
export interface DocumentOptions extends RequestOptions {
	/** An input for servers that have links only in their results. Default: the empty text. */
	readonly sample?: Input;
}

export const DEADLINE = 60_000;
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
