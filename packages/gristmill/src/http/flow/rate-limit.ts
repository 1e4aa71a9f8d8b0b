import { Problem } from "../../core/problem.js";
import type { MaybePromise } from "../../runtime/perform.js";
import type { ServerValues } from "../../settings/table.js";
import type { HeaderFields, HttpRequest } from "../wire/message.js";
import { callerAddress, callerKey, trustedProxies } from "./caller.js";
import { Buckets, type Charge, parseRate } from "./token-bucket.js";

/** Limits the rate of calls per caller. Documents, OPTIONS and health are not limited. */
export interface RateLimit {
	/**
	 * Counts one call; throws or rejects with `too-many-requests`. Sets the rate fields of the request, which its answer
	 * carries. A promise only if another process counts.
	 */
	take(request: HttpRequest): MaybePromise<void>;
}

/** Makes the limit from the settings; undefined if they set no rate. */
export function makeRateLimit(
	{ rate, burst, rateFields = false, trustProxy = [] }: ServerValues,
	shared?: { take(caller: string): Promise<Charge> },
	now: () => number = () => performance.now(),
): RateLimit | undefined {
	// Always checked, so that a mistake is found before a rate is set.
	const trusted = trustedProxies(trustProxy);
	if (rate === undefined) {
		if (burst !== undefined || rateFields)
			throw new RangeError("burst and rateFields need a rate. Set one, such as 100/s.");
		return undefined;
	}
	const { interval, burst: most } = parseRate(rate, burst);
	const buckets = new Buckets({ interval, burst: most });
	const policy = `"calls";q=${most};w=${seconds(most * interval)}`;
	const fields = (charge: Charge): HeaderFields | undefined =>
		rateFields
			? // draft-ietf-httpapi-ratelimit-headers-10: `r` calls are left; after `t` seconds, all of them.
				{
					"RateLimit-Policy": policy,
					RateLimit: `"calls";r=${charge.remaining};t=${Math.ceil(charge.full / 1_000)}`,
				}
			: undefined;
	const settle = (request: HttpRequest, charge: Charge) => {
		request.rateFields = fields(charge);
		if (charge.allowed) return;
		const retryAfter = seconds(charge.wait);
		throw new Problem(
			"too-many-requests",
			`The caller has sent more calls than its limit of ${rate}. Try again in ${retryAfter} s.`,
			{ retryAfter },
		);
	};
	return {
		take: (request) => {
			const caller = callerKey(request.principal?.name, callerAddress(request, trusted));
			if (shared) return shared.take(caller).then((charge) => settle(request, charge));
			return settle(request, buckets.take(caller, now()));
		},
	};
}

/** Whole seconds, rounded up: Retry-After has no fractions. */
function seconds(milliseconds: number): number {
	return Math.max(1, Math.ceil(milliseconds / 1_000));
}
