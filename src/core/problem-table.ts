/** One kind of failure: what a caller reads and can do about it. */
export interface ProblemKind {
	readonly status: number;
	readonly title: string;
	/** What the caller can do, as one or two sentences. */
	readonly todo: string;
}

/**
 * Every way in which the server itself refuses or fails. A mill adds its own with `problems`.
 * `docs/problems.md` holds the same table; a test keeps the two equal.
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
		todo: "Correct the query parameter that the detail names; `known` lists the parameters of this mill.",
	},
	"empty-input": {
		status: 400,
		title: "Empty input",
		todo: "Send the raw input as the request body, for example with `curl --data-binary @FILE`.",
	},
	"unreadable-input": {
		status: 400,
		title: "Unreadable input",
		todo: "Send a whole, undamaged input of the media type that Content-Type names.",
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
		todo: "Look into `$list` for the mills of this server and their addresses.",
	},
	"not-offered": {
		status: 404,
		title: "Document not offered",
		todo: "Choose one of the documents in `available`, if there are any.",
	},
	"method-not-allowed": {
		status: 405,
		title: "Method not allowed",
		todo: "Use a method that the Allow field names.",
	},
	"not-acceptable": {
		status: 406,
		title: "Not acceptable",
		todo: "Name one of the media types in `available` in the Accept field, or leave Accept out.",
	},
	"request-timeout": {
		status: 408,
		title: "Request timeout",
		todo: "Send the whole request faster, or a smaller one.",
	},
	"content-too-large": {
		status: 413,
		title: "Content too large",
		todo: "Send less: `maxBytes`, where it is given, is the limit after decompression.",
	},
	"unsupported-media-type": {
		status: 415,
		title: "Unsupported media type",
		todo: "Send one of the media types that the Accept field of this answer names, and say so in Content-Type.",
	},
	"unsupported-encoding": {
		status: 415,
		title: "Unsupported content encoding",
		todo: "Send the body uncompressed, or in a coding that the Accept-Encoding field of this answer names.",
	},
	"expectation-failed": {
		status: 417,
		title: "Expectation failed",
		todo: "Leave the Expect field out; only `100-continue` is understood.",
	},
	"invalid-input": {
		status: 422,
		title: "Invalid input",
		todo: "Make the input match the mill's schema, at the place that the detail names.",
	},
	"too-many-requests": {
		status: 429,
		title: "Too many requests",
		todo: "Wait for the seconds in Retry-After, then send fewer calls at a time.",
	},
	"headers-too-large": {
		status: 431,
		title: "Request header fields too large",
		todo: "Send fewer or shorter header fields, or a shorter address.",
	},
	crashed: {
		status: 500,
		title: "The mill failed",
		todo: "Nothing is wrong with the request's form. Report the id in `instance` to the operator: the log has it too.",
	},
	"unknown-method": {
		status: 501,
		title: "Unknown method",
		todo: "Use a method that the mill's OPTIONS answer names.",
	},
	overloaded: {
		status: 503,
		title: "Overloaded",
		todo: "Send the same call again after the seconds in Retry-After: calls are safe to repeat.",
	},
	unready: {
		status: 503,
		title: "Not ready",
		todo: "Send the same call again after the seconds in Retry-After: the mill is loading or failed its self-test.",
	},
	unverifiable: {
		status: 503,
		title: "Credentials cannot be checked",
		todo: "Send the same call again after the seconds in Retry-After: the keys for checking credentials are out of reach.",
	},
	"deadline-exceeded": {
		status: 504,
		title: "Deadline exceeded",
		todo: "Send a smaller or simpler input: this one took longer than the mill may run.",
	},
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The common problems that a mill may raise by itself: those that speak of its input. */
export const MILL_MAY_RAISE: readonly ProblemCode[] = [
	"empty-input",
	"unreadable-input",
	"bad-parameter",
	"content-too-large",
	"unsupported-media-type",
	"invalid-input",
];

/** The statuses that a mill's own problems may have: what its input can be blamed for. */
export const MILL_STATUSES: readonly number[] = [400, 413, 415, 422];
