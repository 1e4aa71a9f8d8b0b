import type { ProblemDocument } from "./problem.js";

/** What every failure of the client knows of its request. */
export interface Failed {
	/** Where the last request went. */
	readonly url: string;
	/** How many requests were sent. */
	readonly attempts?: number;
	readonly cause?: unknown;
}

/** The call was made wrongly: an address, a parameter or an input that cannot be used. Nothing was sent. */
export class UsageError extends TypeError {
	override name = "UsageError";
}

/** Any failure that this client tells about; the classes below say which. */
export class MillError extends Error {
	override name = "MillError";
	readonly url: string;
	readonly attempts: number;

	constructor(message: string, { url, attempts = 1, cause }: Failed) {
		super(message, cause === undefined ? undefined : { cause });
		this.url = url;
		this.attempts = attempts;
	}
}

/** The server answered, and its answer is a refusal or a failure: the problem says which. */
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

/** No answer came: nobody listens, the name is unknown, or the connection was cut. */
export class ConnectionError extends MillError {
	override name = "ConnectionError";
}

/** No answer came in time. */
export class DeadlineError extends MillError {
	override name = "DeadlineError";
}

/** An answer came that is not what it says, not what its schema says, or larger than allowed. */
export class AnswerError extends MillError {
	override name = "AnswerError";
}

/** The server offers a document under none of the three conventions. */
export class DiscoveryError extends MillError {
	override name = "DiscoveryError";
	/** What was asked for, and what came. */
	readonly tried: readonly string[];

	constructor(message: string, failed: Failed & { tried: readonly string[] }) {
		super(message, failed);
		this.tried = failed.tried;
	}
}
