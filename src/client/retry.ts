/** When and how often a call that did not come through is sent again. */
export interface RetryPolicy {
	/** How many requests are sent at most, the first included. */
	readonly attempts: number;
	/** The longest pause before the second request, in milliseconds; it doubles with each further one. */
	readonly firstPause: number;
	/** No pause of our own is longer. */
	readonly longestPause: number;
	/** A server that asks for a longer pause than this is not waited for. */
	readonly patience: number;
	/** The statuses that say: later. */
	readonly statuses: readonly number[];
}

export const RETRY: RetryPolicy = {
	attempts: 4,
	firstPause: 100,
	longestPause: 5_000,
	patience: 30_000,
	// 502 is how a proxy says that no server answered it, or that one died while it did.
	statuses: [429, 502, 503],
};

/** Sends once, whatever happens. */
export const NO_RETRY: RetryPolicy = { ...RETRY, attempts: 1 };

/** The milliseconds that a Retry-After field asks for: seconds or a date (RFC 9110 §10.2.3). */
export function askedPause(headers: Headers, now = Date.now()): number | undefined {
	const value = headers.get("retry-after")?.trim();
	if (value === undefined) return undefined;
	if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * The pause before the next request; undefined where the policy gives up. Without Retry-After anything up to the
 * limit, so that callers who failed together do not come back together; with it that much on top of what is asked.
 */
export function pauseBefore(
	attempt: number,
	asked: number | undefined,
	policy: RetryPolicy,
	random: () => number = Math.random,
): number | undefined {
	if (attempt > policy.attempts) return undefined;
	if (asked !== undefined && asked > policy.patience) return undefined;
	const limit = Math.min(policy.longestPause, policy.firstPause * 2 ** (attempt - 2));
	return (asked ?? 0) + random() * limit;
}
