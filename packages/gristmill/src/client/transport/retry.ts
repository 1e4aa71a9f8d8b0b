/** When and how often a failed call is sent again. */
export interface RetryPolicy {
	/** Maximum number of requests, including the first. */
	readonly attempts: number;
	/** Maximum pause before the second request, in milliseconds. It doubles with each further request. */
	readonly firstPause: number;
	/** Maximum pause without Retry-After, in milliseconds. */
	readonly longestPause: number;
	/** The client gives up if Retry-After asks for a longer pause than this, in milliseconds. */
	readonly patience: number;
	/** The statuses that are retried. */
	readonly statuses: readonly number[];
}

export const RETRY: RetryPolicy = {
	attempts: 4,
	firstPause: 100,
	longestPause: 5_000,
	patience: 30_000,
	// A proxy sends 502 if no server answered, or if one died during the answer.
	statuses: [429, 502, 503],
};

/** Never retries. */
export const NO_RETRY: RetryPolicy = { ...RETRY, attempts: 1 };

/** The pause of a Retry-After field in milliseconds. The field has seconds or a date (RFC 9110 §10.2.3). */
export function askedPause(headers: Headers, now = Date.now()): number | undefined {
	const value = headers.get("retry-after")?.trim();
	if (value === undefined) return undefined;
	if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * The pause before the next request; undefined if the policy gives up. It is random up to the limit, so that callers
 * who failed together do not retry together. With Retry-After, the random part is added to it.
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
