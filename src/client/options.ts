import type { Input } from "./input.js";
import type { RetryPolicy } from "./retry.js";

/** What every request of a client can be told; a call's own options win over the client's. */
export interface RequestOptions {
	/** Fields of your own, such as Authorization: they are sent to the origins that you name and to no other. */
	readonly headers?: Readonly<Record<string, string>>;
	/**
	 * Milliseconds for the whole call with all its attempts. Where it is left out, 60,000; for a call of a mill whose schema
	 * says that it may run long, long enough for that.
	 */
	readonly deadline?: number;
	/** Ends the call; it rejects with the signal's reason. */
	readonly signal?: AbortSignal;
	/** How to repeat; `false` sends once. */
	readonly retry?: Partial<RetryPolicy> | false;
	/** The most bytes that are read of an answer; 64 MiB where it is left out. */
	readonly maxAnswerBytes?: number;
}

/** What a client can be told. */
export interface ClientOptions extends RequestOptions {
	/** Another fetch: with a proxy, for a test. */
	readonly fetch?: typeof fetch;
}

/** What one call can be told. */
export interface CallOptions extends RequestOptions {
	/** For the braces of the address first, for the query string otherwise. */
	readonly parameters?: Readonly<Record<string, Parameter | readonly Parameter[] | undefined>>;
	/** The media type of the input; guessed where it is left out. */
	readonly mediaType?: string;
	/** The mill's method; found out where it is left out. */
	readonly method?: string;
	/** The media type of the result; JSON where it is left out. */
	readonly accept?: string;
	/** Whether the answer is checked against the mill's own schema. */
	readonly validate?: boolean;
	/** Whether a second request is sent when an answer takes longer than most; true means longer than 95 % of them. */
	readonly hedge?: boolean | { readonly quantile: number };
}

export type Parameter = string | number | boolean;

/** What finding a document can be told. */
export interface DocumentOptions extends RequestOptions {
	/** An input for servers that show links in their results alone; the empty text where it is left out. */
	readonly sample?: Input;
}

export const DEADLINE = 60_000;
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
