import type { Clock } from "../../core/clock.js";
import { UsageError } from "../errors/errors.js";
import { AdaptiveLimit } from "./adaptive-limit.js";

/** Maximum number of concurrent calls per server, whatever the caller allows. */
const MOST_IN_FLIGHT = 256;
const FIRST_REST = 250;
const LONGEST_REST = 30_000;

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
		answered(): void;
		pushedBack(asked: number | undefined): void;
		/** It answers, but has another algorithm. */
		setAside(): void;
		failed(): void;
		dropped(): void;
	} {
		const began = this.#clock.now();
		this.inFlight++;
		const over = () => {
			this.inFlight--;
		};
		return {
			answered: () => {
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
				this.#rest(asked ?? this.#restAfterRefusal());
				over();
			},
			setAside: () => {
				if (began >= this.#pushedBackAt) this.#refuse();
				this.#rest(this.#restAfterRefusal());
				over();
			},
			failed: () => {
				this.#failures++;
				this.#lower(began);
				this.#rest(FIRST_REST * 2 ** Math.min(10, this.#failures - 1));
				over();
			},
			dropped: over,
		};
	}

	#lower(began: number): void {
		if (began < this.#pushedBackAt) return;
		this.#refuse();
		this.limit.pushedBack();
	}

	#refuse(): void {
		this.#pushedBackAt = this.#clock.now();
		this.#refusals++;
	}

	/** A server that refuses every call is asked ever more rarely. */
	#restAfterRefusal(): number {
		return FIRST_REST * 2 ** Math.min(10, Math.max(0, this.#refusals - 1));
	}

	#rest(milliseconds: number): void {
		this.restsUntil = Math.max(this.restsUntil, this.#clock.now() + Math.min(LONGEST_REST, milliseconds));
	}
}

/** The expected wait at a server: its load times its latency. */
function burden(endpoint: Endpoint, typical: number): number {
	return (endpoint.inFlight + 1) * (endpoint.latency ?? typical);
}

/**
 * Chooses the server for the next request: the fastest that does not rest and was not tried for this call. If all rest,
 * the one that wakes first.
 */
export function choose(
	endpoints: readonly Endpoint[],
	now: number,
	tried: ReadonlySet<Endpoint> = new Set(),
): Endpoint {
	const awake = endpoints.filter(({ restsUntil }) => restsUntil <= now);
	const fresh = awake.filter((endpoint) => !tried.has(endpoint));
	const known = endpoints.flatMap(({ latency }) => latency ?? []);
	// An unknown server counts as fast as the fastest, so that it is tried.
	const typical = known.length > 0 ? Math.min(...known) : 1;
	const candidates = fresh.length > 0 ? fresh : awake;
	const best = (list: readonly Endpoint[], cost: (endpoint: Endpoint) => number) =>
		list.reduce<Endpoint | undefined>((a, b) => (a !== undefined && cost(a) <= cost(b) ? a : b), undefined);
	const chosen =
		best(candidates, (endpoint) => burden(endpoint, typical)) ??
		best(endpoints, ({ restsUntil }) => restsUntil);
	if (chosen === undefined) throw new UsageError("Name at least one base URL.");
	return chosen;
}
