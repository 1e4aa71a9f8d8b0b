import { Problem } from "../../core/problem.js";
import type { MaybePromise } from "../../runtime/perform.js";
import type { ServerValues } from "../../settings/table.js";
import { DayBudgets } from "../wire/day-budgets.js";
import type { HeaderFields, HttpRequest, Leave, NamedRate } from "../wire/message.js";
import { Buckets, type Charge, parseRate, type Rate } from "../wire/token-bucket.js";
import { callerAddress, callerKey, trustedProxies } from "./caller.js";

/** What limits callers: a rate for all, and credentials that may have limits of their own. */
type LimitSettings = ServerValues & { readonly auth?: object | undefined };

/** Limits the calls per caller: how many in a time, how many at once, and how long they run in a day. Documents, OPTIONS and health are not limited. */
export interface RateLimit {
	/** Whether callers without a name are limited. */
	readonly countsAddresses: boolean;
	/**
	 * Counts one call, of a caller that has seconds left; throws or rejects with `too-many-requests`. Sets the rate fields of the request,
	 * which its answer carries. A promise only if another process counts.
	 */
	take(request: HttpRequest): MaybePromise<void>;
	/** Gives one call a place among those of its caller; throws `too-many-requests`. Returns what ends the call, if that matters. */
	enter(request: HttpRequest): Leave | undefined;
}

/** What counts for callers: this process, or the supervisor for all processes. */
interface Counts {
	take(caller: string, rate: Rate): MaybePromise<Charge>;
	spend(caller: string, milliseconds: number, most: number): MaybePromise<number>;
}

/** Counts in this process. */
function countsHere(now: () => number): Counts {
	const buckets = new Buckets();
	const budgets = new DayBudgets();
	return {
		take: (caller, rate) => buckets.take(caller, rate, now()),
		spend: (caller, milliseconds, most) => budgets.spend(caller, milliseconds, most, now()),
	};
}

/** Makes the limits from the settings; undefined if they set no rate and no credentials can have one. */
export function makeRateLimit(
	{ rate, burst, rateFields = false, trustProxy = [], auth }: LimitSettings,
	shared?: Counts,
	now: () => number = () => performance.now(),
): RateLimit | undefined {
	// Always checked, so that a mistake is found before a rate is set.
	const trusted = trustedProxies(trustProxy);
	if (rate === undefined && (burst !== undefined || rateFields))
		throw new RangeError("burst and rateFields need a rate. Set one, such as 100/s.");
	const common = rate === undefined ? undefined : { text: rate, of: parseRate(rate, burst) };
	if (!common && !auth) return undefined;
	const counts = shared ?? countsHere(now);
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
	const takeOne = (request: HttpRequest): MaybePromise<void> => {
		const given = request.principal?.limits?.rate ?? common;
		if (!given) return;
		const caller = callerKey(request.principal?.name, callerAddress(request, trusted));
		const charge = counts.take(caller, given.of);
		if (charge instanceof Promise) return charge.then((come) => settle(request, given, come));
		return settle(request, given, charge);
	};
	return {
		countsAddresses: common !== undefined,
		take: (request) => {
			const { principal } = request;
			const most = principal?.limits?.secondsPerDay;
			if (!principal || most === undefined) return takeOne(request);
			const rated = (wait: number) => {
				mustHaveTime(wait, most);
				return takeOne(request);
			};
			const wait = counts.spend(principal.name, 0, most * 1_000);
			return wait instanceof Promise ? wait.then(rated) : rated(wait);
		},
		enter: ({ principal }) => {
			const { concurrency: most, secondsPerDay } = principal?.limits ?? {};
			if (!principal || (most === undefined && secondsPerDay === undefined)) return undefined;
			const leave = most === undefined ? () => {} : places.enter(principal.name, most);
			if (leave)
				return (timings) => {
					leave();
					if (secondsPerDay === undefined) return;
					timings?.whenOwed(now, (owed) => {
						const counted = counts.spend(principal.name, owed, 0);
						// If the supervisor is gone, so is its count.
						if (counted instanceof Promise) counted.catch(() => {});
					});
				};
			throw new Problem(
				"too-many-requests",
				`The caller has more calls at once than its limit of ${most}. Try again when one has its answer.`,
				{ limit: "concurrency", retryAfter: 1 },
			);
		},
	};
}

/** Refuses a call that would have to wait for this time, because its caller has used the seconds of its day. */
function mustHaveTime(wait: number, most: number): void {
	if (wait === 0) return;
	const retryAfter = seconds(wait);
	throw new Problem(
		"too-many-requests",
		`The calls of this caller have run for more than its limit of ${most} s a day. Try again in ${retryAfter} s.`,
		{ limit: "secondsPerDay", retryAfter },
	);
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
