import { DEFAULT_MAX_OUTPUT } from "../../core/definition/limits.js";
import type { Input } from "../input/input.js";
import type { Keep } from "../keep/keep.js";
import type { RetryPolicy } from "./retry.js";

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
	/**
	 * Whether to send a `traceparent`, so that servers record the call. All its attempts are in one trace. Your own field in
	 * `headers` comes first.
	 */
	readonly trace?: boolean;
	/** Maximum size of an answer in bytes. Default: 128 MiB, as much as a mill sends by default. */
	readonly maxAnswerBytes?: number;
}

/** Options of a client. */
export interface ClientOptions extends RequestOptions {
	/** A replacement for fetch, such as one with a proxy. */
	readonly fetch?: typeof fetch;
	/**
	 * Where answers are kept: `memory(…)` or `folder(…)`. A call whose answer is there under the present digest of the mill is not sent, and
	 * its answer has 0 `attempts`. Omitted, none is kept.
	 */
	readonly keep?: Keep;
}

/** Options of one call. */
export interface CallOptions extends RequestOptions {
	/** Values for the braces of the URL, and for the query string. */
	readonly parameters?: Readonly<Record<string, Parameter | readonly Parameter[] | undefined>>;
	/** The media type of the input. Guessed if omitted. */
	readonly mediaType?: string;
	/** The mill's method. Detected if omitted. */
	readonly method?: string;
	/** The media type of the result, such as image/webp. Default: JSON. An answer of another type is an error. */
	readonly accept?: string;
	/**
	 * What the binary members of a JSON result are: their base64 (the default), or a Uint8Array each. For bytes the client
	 * requests the mill's schema once.
	 */
	readonly binary?: "base64" | "bytes";
	/** Whether to validate the answer against the mill's schema. */
	readonly validate?: boolean;
	/**
	 * The digest that the mill must have, as in `Mill-Digest`. A server with another one is left aside. For `map` and `many`, `"first"` is that
	 * of the first answer.
	 */
	readonly digest?: string;
	/** `false`: the answer is computed, although the client keeps answers, and not kept. */
	readonly keep?: false;
	/** Sends a second request if an answer takes longer than this share of calls; true means 95 %. */
	readonly hedge?: boolean | { readonly quantile: number };
}

/** Media types whose results are bytes. TypeScript knows this of the common ones; results of the others may be bytes, too. */
export type BytesType =
	| `image/${"jpeg" | "png" | "gif" | "webp" | "avif" | "heic" | "bmp" | "tiff"}`
	| `audio/${"mpeg" | "wav" | "flac" | "ogg"}`
	| `video/${"mp4" | "webm"}`
	| `application/${"octet-stream" | "pdf" | "zip" | "gzip"}`;

type Parameter = string | number | boolean;

/** Options of finding a document. */
export interface DocumentOptions extends RequestOptions {
	/** An input for servers that have links only in their results. Default: the empty text. */
	readonly sample?: Input;
}

export const DEADLINE = 60_000;
export const MAX_ANSWER_BYTES = DEFAULT_MAX_OUTPUT;
/** The media types of the result that are accepted by default. */
export const RESULTS = "application/json, application/*+json;q=0.9, */*;q=0.1";
