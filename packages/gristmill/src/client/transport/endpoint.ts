import type { Clock } from "../../core/clock.js";
import { UsageError } from "../errors/errors.js";
import { AdaptiveLimit } from "./adaptive-limit.js";

/** Maximum number of concurrent calls per server, whatever the caller allows. */
const MOST_IN_FLIGHT = 256;
const FIRST_REST = 250;
const LONGEST_REST = 30_000;
/** How many algorithms a server is remembered not to have. */
const MOST_LACKED = 100;

/** One server, with what the client learned about it: health, latency, capacity. */
export class Endpoint {
	readonly base: URL;
	readonly limit: AdaptiveLimit;
	readonly #clock: Clock;
	inFlight = 0;
	/** Moving average in milliseconds; undefined before the first answer. */
	latency: number | undefined;
	/** Until then the client prefers other servers. */
	restsUntil = 0;
	/** The algorithms that this server was asked for and does not have. An upgrade may bring them. */
	readonly #lacked = new Map<string, { refusals: number; at: number; until: number }>();
	#failures = 0;
	/** Refusals since the last answer, of calls that began after the one before. */
	#refusals = 0;
	/** A call that started before the last push-back does not lower the limit again. */
	#pushedBackAt = 0;

	constructor(base: URL, clock: Clock) {
		this.base = base;
		this.#clock = clock;
		this.limit = new AdaptiveLimit(MOST_IN_FLIGHT, clock);
	}

	/** Starts a request. Call exactly one of the returned functions when it ends. */
	begin(): {
		/** `digest` is that of the only algorithm that the call wanted, if any. */
		answered(digest?: string): void;
		pushedBack(asked: number | undefined): void;
		/** It answers, but does not have the algorithm of this digest. */
		lacks(digest: string): void;
		failed(): void;
		dropped(): void;
	} {
		const began = this.#clock.now();
		this.inFlight++;
		const over = () => {
			this.inFlight--;
		};
		return {
			answered: (digest) => {
				if (digest !== undefined) this.#lacked.delete(digest);
				const took = this.#clock.now() - began;
				this.latency = this.latency === undefined ? took : 0.8 * this.latency + 0.2 * took;
				this.#failures = 0;
				this.#refusals = 0;
				this.restsUntil = 0;
				this.limit.answered(this.inFlight);
				over();
			},
			pushedBack: (asked) => {
				this.#lower(began);
				this.#rest(asked ?? restAfter(this.#refusals));
				over();
			},
			lacks: (digest) => {
				this.#lack(digest, began);
				over();
			},
			failed: () => {
				this.#failures++;
				this.#lower(began);
				this.#rest(restAfter(this.#failures));
				over();
			},
			dropped: over,
		};
	}

	/** Until when other servers are preferred for a call, which may want the algorithm of one digest alone. */
	restsFor(digest: string | undefined): number {
		const lacked = digest === undefined ? undefined : this.#lacked.get(digest);
		return Math.max(this.restsUntil, lacked?.until ?? 0);
	}

	/** Other calls go on as before: only those that want this algorithm ask ever more rarely. */
	#lack(digest: string, began: number): void {
		const now = this.#clock.now();
		const lacked = this.#lacked.get(digest) ?? { refusals: 0, at: 0, until: 0 };
		if (began >= lacked.at) Object.assign(lacked, { refusals: lacked.refusals + 1, at: now });
		lacked.until = now + restAfter(lacked.refusals);
		this.#lacked.delete(digest);
		this.#lacked.set(digest, lacked);
		for (const oldest of this.#lacked.keys())
			if (this.#lacked.size > MOST_LACKED) this.#lacked.delete(oldest);
	}

	#lower(began: number): void {
		if (began < this.#pushedBackAt) return;
		this.#pushedBackAt = this.#clock.now();
		this.#refusals++;
		this.limit.pushedBack();
	}

	#rest(milliseconds: number): void {
		this.restsUntil = Math.max(this.restsUntil, this.#clock.now() + Math.min(LONGEST_REST, milliseconds));
	}
}

/** A server that refuses every call is asked ever more rarely. */
function restAfter(refusals: number): number {
	return Math.min(LONGEST_REST, FIRST_REST * 2 ** Math.min(10, Math.max(0, refusals - 1)));
}

/** The expected wait at a server: its load times its latency. */
function burden(endpoint: Endpoint, typical: number): number {
	return (endpoint.inFlight + 1) * (endpoint.latency ?? typical);
}

/**
 * Chooses the server for the next request: the fastest that does not rest and was not tried for this call. If all rest,
 * the one that wakes first. `digest` is that of the only algorithm that the call wants, if any.
 */
export function choose(
	endpoints: readonly Endpoint[],
	now: number,
	tried: ReadonlySet<Endpoint> = new Set(),
	digest?: string,
): Endpoint {
	const awake = endpoints.filter((endpoint) => endpoint.restsFor(digest) <= now);
	const fresh = awake.filter((endpoint) => !tried.has(endpoint));
	const known = endpoints.flatMap(({ latency }) => latency ?? []);
	// An unknown server counts as fast as the fastest, so that it is tried.
	const typical = known.length > 0 ? Math.min(...known) : 1;
	const candidates = fresh.length > 0 ? fresh : awake;
	const best = (list: readonly Endpoint[], cost: (endpoint: Endpoint) => number) =>
		list.reduce<Endpoint | undefined>((a, b) => (a !== undefined && cost(a) <= cost(b) ? a : b), undefined);
	const chosen =
		best(candidates, (endpoint) => burden(endpoint, typical)) ??
		best(endpoints, (endpoint) => endpoint.restsFor(digest));
	if (chosen === undefined) throw new UsageError("The client has no base URL. Name at least one.");
	return chosen;
}

/** Whether one of several servers can be asked at once. */
export function hasAnother(endpoints: readonly Endpoint[], now: number, digest?: string): boolean {
	return endpoints.length > 1 && endpoints.some((endpoint) => endpoint.restsFor(digest) <= now);
}
