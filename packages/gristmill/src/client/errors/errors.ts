import type { ProblemDocument } from "../../core/problem-document.js";

/** What every error of the client knows about its request. */
interface Failed {
	/** The URL of the last request. */
	readonly url: string;
	/** The number of requests that were sent. */
	readonly attempts?: number;
	readonly cause?: unknown;
}

/** The call is invalid: a URL, a parameter or an input cannot be used. Nothing was sent. */
export class UsageError extends TypeError {
	override name = "UsageError";
}

/** The input alone is to blame: a call with another one can succeed. `map` of the command line tells them apart. */
export class InputError extends UsageError {}

/** The base class of the errors below. */
export class MillError extends Error {
	override name = "MillError";
	readonly url: string;
	readonly attempts: number;
	/** The trace that the call is in. Only with `trace`. */
	traceId?: string;

	constructor(message: string, { url, attempts = 1, cause }: Failed) {
		super(message, cause === undefined ? undefined : { cause });
		this.url = url;
		this.attempts = attempts;
	}
}

/** The server answered with a refusal or a failure. `problem` has the details. */
export class ProblemError extends MillError {
	override name = "ProblemError";
	readonly status: number;
	readonly problem: ProblemDocument;
	readonly headers: Headers;

	constructor(message: string, failed: Failed & { problem: ProblemDocument; headers: Headers }) {
		super(message, failed);
		this.status = failed.problem.status;
		this.problem = failed.problem;
		this.headers = failed.headers;
	}
}

/** No answer: connection refused, host unknown, or connection lost. */
export class ConnectionError extends MillError {
	override name = "ConnectionError";
}

/** No answer in time. */
export class DeadlineError extends MillError {
	override name = "DeadlineError";
}

/** The answer does not match its Content-Type or its schema, or is too large. */
export class AnswerError extends MillError {
	override name = "AnswerError";
}

/** The server offers a document under none of the three conventions. */
export class DiscoveryError extends MillError {
	override name = "DiscoveryError";
	/** The requests, each with its answer. */
	readonly tried: readonly string[];

	constructor(message: string, failed: Failed & { tried: readonly string[] }) {
		super(message, failed);
		this.tried = failed.tried;
	}
}
