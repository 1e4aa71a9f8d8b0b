import { AdaptiveLimit } from "./adaptive-limit.js";
import { UsageError } from "./errors.js";

/** No server is sent more at a time, whatever the caller allows. */
const MOST_IN_FLIGHT = 256;
const FIRST_REST = 250;
const LONGEST_REST = 30_000;

/** One server that can be asked, with what was learnt about it: its health, its speed, how much it takes. */
export class Endpoint {
	readonly base: URL;
	readonly limit = new AdaptiveLimit(MOST_IN_FLIGHT);
	inFlight = 0;
	/** Milliseconds; a mean that forgets, undefined before the first answer. */
	latency: number | undefined;
	/** Not to be asked before, if there is another. */
	restsUntil = 0;
	#failures = 0;
	/** Calls that began before the last push-back say nothing about the limit that came of it. */
	#pushedBackAt = 0;

	constructor(base: URL) {
		this.base = base;
	}

	/** Notes that a request begins; exactly one of the functions that come back is to be called. */
	begin(): {
		answered(): void;
		pushedBack(asked: number | undefined): void;
		failed(): void;
		dropped(): void;
	} {
		const began = performance.now();
		this.inFlight++;
		const over = () => {
			this.inFlight--;
		};
		return {
			answered: () => {
				const took = performance.now() - began;
				this.latency = this.latency === undefined ? took : 0.8 * this.latency + 0.2 * took;
				this.#failures = 0;
				this.restsUntil = 0;
				this.limit.answered(this.inFlight);
				over();
			},
			pushedBack: (asked) => {
				this.#lower(began);
				this.#rest(asked ?? FIRST_REST);
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
		this.#pushedBackAt = performance.now();
		this.limit.pushedBack();
	}

	#rest(milliseconds: number): void {
		this.restsUntil = Math.max(this.restsUntil, performance.now() + Math.min(LONGEST_REST, milliseconds));
	}
}

/** How busy and slow a server is: the smaller, the sooner it answers. */
function burden(endpoint: Endpoint, typical: number): number {
	return (endpoint.inFlight + 1) * (endpoint.latency ?? typical);
}

/**
 * The server to ask next: one that is awake and was not yet tried for this call, the quickest of them by what is
 * known. Where all rest, the one that wakes first.
 */
export function choose(endpoints: readonly Endpoint[], tried: ReadonlySet<Endpoint> = new Set()): Endpoint {
	const now = performance.now();
	const awake = endpoints.filter(({ restsUntil }) => restsUntil <= now);
	const fresh = awake.filter((endpoint) => !tried.has(endpoint));
	const known = endpoints.flatMap(({ latency }) => latency ?? []);
	// A server that was never asked is taken for as quick as the quickest: so it is asked, and then known.
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
