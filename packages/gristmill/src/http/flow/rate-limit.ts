import { Problem } from "../../core/problem.js";
import type { MaybePromise } from "../../runtime/perform.js";
import type { ServerValues } from "../../settings/table.js";
import type { HeaderFields, HttpRequest, NamedRate } from "../wire/message.js";
import { Buckets, type Charge, parseRate, type Rate } from "../wire/token-bucket.js";
import { callerAddress, callerKey, trustedProxies } from "./caller.js";

/** What limits callers: a rate for all, and credentials that may have limits of their own. */
type LimitSettings = ServerValues & { readonly auth?: object | undefined };

/** Limits the calls per caller: how many in a time, and how many at once. Documents, OPTIONS and health are not limited. */
export interface RateLimit {
	/** Whether callers without a name are limited. */
	readonly countsAddresses: boolean;
	/**
	 * Counts one call; throws or rejects with `too-many-requests`. Sets the rate fields of the request, which its answer
	 * carries. A promise only if another process counts.
	 */
	take(request: HttpRequest): MaybePromise<void>;
	/** Gives one call a place among those of its caller; throws `too-many-requests`. Returns what gives the place back. */
	enter(request: HttpRequest): (() => void) | undefined;
}

/** Makes the limits from the settings; undefined if they set no rate and no credentials can have one. */
export function makeRateLimit(
	{ rate, burst, rateFields = false, trustProxy = [], auth }: LimitSettings,
	shared?: { take(caller: string, rate: Rate): Promise<Charge> },
	now: () => number = () => performance.now(),
): RateLimit | undefined {
	// Always checked, so that a mistake is found before a rate is set.
	const trusted = trustedProxies(trustProxy);
	if (rate === undefined && (burst !== undefined || rateFields))
		throw new RangeError("burst and rateFields need a rate. Set one, such as 100/s.");
	const common = rate === undefined ? undefined : { text: rate, of: parseRate(rate, burst) };
	if (!common && !auth) return undefined;
	const buckets = new Buckets();
	const places = new Places();
	const fields = ({ interval, burst: most }: Rate, charge: Charge): HeaderFields | undefined =>
		rateFields
			? // draft-ietf-httpapi-ratelimit-headers-10: `r` calls are left; after `t` seconds, all of them.
				{
					"RateLimit-Policy": `"calls";q=${most};w=${seconds(most * interval)}`,
					RateLimit: `"calls";r=${charge.remaining};t=${Math.ceil(charge.full / 1_000)}`,
				}
			: undefined;
	const settle = (request: HttpRequest, { text, of }: NamedRate, charge: Charge) => {
		request.rateFields = fields(of, charge);
		if (charge.allowed) return;
		const retryAfter = seconds(charge.wait);
		throw new Problem(
			"too-many-requests",
			`The caller has sent more calls than its limit of ${text}. Try again in ${retryAfter} s.`,
			{ limit: "rate", retryAfter },
		);
	};
	return {
		countsAddresses: common !== undefined,
		take: (request) => {
			const given = request.principal?.limits?.rate ?? common;
			if (!given) return;
			const caller = callerKey(request.principal?.name, callerAddress(request, trusted));
			if (shared) return shared.take(caller, given.of).then((charge) => settle(request, given, charge));
			return settle(request, given, buckets.take(caller, given.of, now()));
		},
		enter: ({ principal }) => {
			const most = principal?.limits?.concurrency;
			if (!principal || most === undefined) return undefined;
			const leave = places.enter(principal.name, most);
			if (leave) return leave;
			throw new Problem(
				"too-many-requests",
				`The caller has more calls at once than its limit of ${most}. Try again when one has its answer.`,
				{ limit: "concurrency", retryAfter: 1 },
			);
		},
	};
}

/** The calls that callers have at once. */
class Places {
	readonly #taken = new Map<string, number>();

	/** Takes a place, if fewer than `most` are taken. Returns what gives it back, once. */
	enter(caller: string, most: number): (() => void) | undefined {
		const taken = this.#taken.get(caller) ?? 0;
		if (taken >= most) return undefined;
		this.#taken.set(caller, taken + 1);
		let hasLeft = false;
		return () => {
			if (hasLeft) return;
			hasLeft = true;
			const left = (this.#taken.get(caller) ?? 1) - 1;
			if (left > 0) this.#taken.set(caller, left);
			else this.#taken.delete(caller);
		};
	}
}

/** Whole seconds, rounded up: Retry-After has no fractions. */
function seconds(milliseconds: number): number {
	return Math.max(1, Math.ceil(milliseconds / 1_000));
}
