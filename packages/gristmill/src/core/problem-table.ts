/** One kind of failure, as callers see it. */
export interface ProblemKind {
	readonly status: number;
	readonly title: string;
	/** What the caller can do, in one or two sentences. */
	readonly todo: string;
}

/**
 * The problems of the server. A mill adds its own with `problems`.
 * `docs/problems.md` has the same table, and a test compares the two.
 */
export const PROBLEMS = {
	"bad-request": {
		status: 400,
		title: "Bad request",
		todo: "Send a well-formed HTTP/1.1 request with one Host field and one way of framing the body.",
	},
	"bad-parameter": {
		status: 400,
		title: "Bad parameter",
		todo: "Correct the query parameter named in the detail. `known` lists the parameters of this mill.",
	},
	"empty-input": {
		status: 400,
		title: "Empty input",
		todo: "Send the raw input as the request body, for example with `curl --data-binary @FILE`.",
	},
	"unreadable-input": {
		status: 400,
		title: "Unreadable input",
		todo: "Send a complete, undamaged input of the media type in Content-Type.",
	},
	unauthorised: {
		status: 401,
		title: "Unauthorised",
		todo: "Send the credentials that WWW-Authenticate asks for.",
	},
	forbidden: {
		status: 403,
		title: "Forbidden",
		todo: "Ask the operator to let these credentials use this mill.",
	},
	"not-found": {
		status: 404,
		title: "Not found",
		todo: "See `$list` for the mills of this server and their addresses.",
	},
	"not-offered": {
		status: 404,
		title: "Document not offered",
		todo: "Choose one of the documents in `available`, if any.",
	},
	"method-not-allowed": {
		status: 405,
		title: "Method not allowed",
		todo: "Use a method from the Allow field.",
	},
	"not-acceptable": {
		status: 406,
		title: "Not acceptable",
		todo: "Use one of the media types in `available` in the Accept field, or omit Accept.",
	},
	"request-timeout": {
		status: 408,
		title: "Request timeout",
		todo: "Send the whole request faster, or a smaller one.",
	},
	"other-algorithm": {
		status: 412,
		title: "Another algorithm",
		todo: "Call a server whose Mill-Digest is the wanted one, or omit the digest of the request.",
	},
	"content-too-large": {
		status: 413,
		title: "Content too large",
		todo: "Send a smaller body. `maxBytes`, if present, is the limit after decompression.",
	},
	"unsupported-media-type": {
		status: 415,
		title: "Unsupported media type",
		todo: "Send one of the media types in this response's Accept field, and name it in Content-Type.",
	},
	"unsupported-encoding": {
		status: 415,
		title: "Unsupported content encoding",
		todo: "Send the body uncompressed, or in a coding from this response's Accept-Encoding field.",
	},
	"expectation-failed": {
		status: 417,
		title: "Expectation failed",
		todo: "Remove the Expect field. Only `100-continue` is supported.",
	},
	"invalid-input": {
		status: 422,
		title: "Invalid input",
		todo: "Make the input match the mill's schema. The detail names the place.",
	},
	"too-many-requests": {
		status: 429,
		title: "Too many requests",
		todo: "Wait for the seconds in Retry-After, then send fewer calls at once.",
	},
	"headers-too-large": {
		status: 431,
		title: "Request header fields too large",
		todo: "Send fewer or shorter header fields, or a shorter URL.",
	},
	crashed: {
		status: 500,
		title: "The mill failed",
		todo: "The request is well-formed. Report the id in `instance` to the operator, who can find it in the log.",
	},
	"unknown-method": {
		status: 501,
		title: "Unknown method",
		todo: "Use a method from the Allow field of the mill's OPTIONS response.",
	},
	unready: {
		// Not 503: a proxy must tell "ask another replica" from "all replicas are as full as this one".
		status: 502,
		title: "Not ready",
		todo: "Retry after the seconds in Retry-After. Without it, tell the operator: the mill fails its own examples.",
	},
	overloaded: {
		status: 503,
		title: "Overloaded",
		todo: "Retry after the seconds in Retry-After. Calls are safe to repeat.",
	},
	unverifiable: {
		status: 503,
		title: "Credentials cannot be checked",
		todo: "Retry after the seconds in Retry-After. The server cannot reach the keys that verify credentials.",
	},
	"deadline-exceeded": {
		status: 504,
		title: "Deadline exceeded",
		todo: "Send a smaller or simpler input. This one exceeded the mill's deadline.",
	},
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The common problems that a mill may throw: those about its input. */
export const MILL_MAY_RAISE: readonly ProblemCode[] = [
	"empty-input",
	"unreadable-input",
	"bad-parameter",
	"content-too-large",
	"unsupported-media-type",
	"invalid-input",
];

/** The statuses for a mill's own problems: those about its input. */
export const MILL_STATUSES: readonly number[] = [400, 413, 415, 422];
