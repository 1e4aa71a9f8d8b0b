import { callerAddress, callerKey, trustedProxies } from "./caller.js";
import type { Fields, Reply, Request } from "./message.js";
import { Buckets, type Charge, parseRate } from "./rate.js";
import { Refusal } from "./refusal.js";
import type { Settings } from "./settings.js";

/** Lets a caller call so often and not more often. Documents, OPTIONS and health cost nothing. */
export interface RateLimit {
	/** Takes one call; throws `too-many-requests`. What comes back are the fields that tell how things stand. */
	take(request: Request): Fields;
}

/** Makes the limit that the settings describe; undefined where they describe none. */
export function makeRateLimit(
	{ rate, burst, rateFields = false, trustProxy = [] }: Settings,
	now: () => number = () => performance.now(),
): RateLimit | undefined {
	// Judged in any case: a mistake in it should not wait for the day on which a rate is set.
	const trusted = trustedProxies(trustProxy);
	if (rate === undefined) {
		if (burst !== undefined || rateFields)
			throw new RangeError("Give a rate, such as 100/s, for its burst and its fields to mean something.");
		return undefined;
	}
	const { interval, burst: most } = parseRate(rate, burst);
	const buckets = new Buckets({ interval, burst: most });
	const policy = `"calls";q=${most};w=${seconds(most * interval)}`;
	const fields = (charge: Charge): Fields =>
		rateFields
			? // draft-ietf-httpapi-ratelimit-headers-10: so many calls are left, and in `t` seconds all of them.
				{
					"RateLimit-Policy": policy,
					RateLimit: `"calls";r=${charge.remaining};t=${Math.ceil(charge.full / 1_000)}`,
				}
			: {};
	return {
		take: (request) => {
			const charge = buckets.take(callerKey(request.principal?.name, callerAddress(request, trusted)), now());
			if (charge.allowed) return fields(charge);
			const retryAfter = seconds(charge.wait);
			throw new Refusal(
				"too-many-requests",
				`Send the same call again in ${retryAfter} s: ${rate} are allowed.`,
				{
					headers: fields(charge),
					members: { retryAfter },
				},
			);
		},
	};
}

/** Runs a call that its caller has not had too many of, and tells how many are left. */
export function withinRate(
	limit: RateLimit | undefined,
	request: Request,
	call: () => Promise<Reply>,
): Promise<Reply> {
	// Not async: without a limit a call should cost no turn more.
	if (!limit) return call();
	const fields = limit.take(request);
	return call().then((reply) => ({ ...reply, headers: { ...reply.headers, ...fields } }));
}

/** Whole seconds, and never too few: Retry-After knows no fractions. */
function seconds(milliseconds: number): number {
	return Math.max(1, Math.ceil(milliseconds / 1_000));
}
