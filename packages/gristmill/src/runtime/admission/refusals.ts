import { Problem } from "../../core/problem.js";

/** A restarted worker loads the mills again within a few seconds. */
const RESTART_S = 5;
/** The longest Retry-After of a call that waited too long: lost workers are replaced by then. */
const LONGEST_RETRY_S = 30;

/** Why calls are refused while a server ends. */
export const CLOSED = "The server is shutting down.";

// This is the only place that makes 502 and 503. Every one says when to try again, if that is known.

/** The problem of a mill that cannot run now. */
export function unready(detail: string | undefined, retryAfter: number = RESTART_S): Problem {
	return new Problem("unready", detail, { retryAfter });
}

/** The problem of a mill that fails its own examples. It may do so until its operator mends it. */
export function outOfService(): Problem {
	return new Problem(
		"unready",
		"This mill is out of service: it fails its own examples. The log of the server says which one; ask the operator.",
	);
}

/** The problem of a call that is not queued, because it would wait for `waitMs` behind `waiting` calls. */
export function queueFull(waiting: number, waitMs: number): Problem {
	const retryAfter = Math.max(1, Math.ceil(waitMs / 1_000));
	return overloaded(retryAfter, `${waiting} calls are waiting already`);
}

/** The problem of a call that has waited for as long as it may; `lost` workers have died while they had it. */
export function waitedTooLong(waitedMs: number, lost: number): Problem {
	// The best estimate is that it would wait for the same time again.
	const retryAfter = Math.min(LONGEST_RETRY_S, Math.ceil(waitedMs / 1_000));
	const first = lost === 0 ? "no worker" : "the worker that had it died, and no other one";
	return overloaded(retryAfter, `${first} began it within ${waitedMs} ms`);
}

function overloaded(retryAfter: number, reason: string): Problem {
	return new Problem("overloaded", `Send the same call again in ${retryAfter} s: ${reason}.`, { retryAfter });
}
