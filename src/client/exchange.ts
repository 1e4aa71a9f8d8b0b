import { choose, type Endpoint } from "./endpoint.js";
import { ConnectionError, DeadlineError, MillError } from "./errors.js";
import { hedged } from "./hedge.js";
import { type Body, BrokenInput } from "./input.js";
import type { Latencies } from "./latencies.js";
import { askedPause, pauseBefore, type RetryPolicy } from "./retry.js";
import { type RawAnswer, send } from "./send.js";
import { sleep, type TimeLimit } from "./time-limit.js";

/** What stays the same over all requests of one call. */
export interface Plan {
	readonly endpoints: readonly Endpoint[];
	/** Where to ask, on a server. */
	readonly at: (base: URL) => URL;
	readonly method: string;
	readonly headers: Headers;
	readonly secret: Headers;
	readonly body?: Body | undefined;
	readonly limit: TimeLimit;
	readonly retry: RetryPolicy;
	readonly maxBytes: number;
	readonly fetch: typeof fetch;
	/** The share of calls after whose latency a second request is sent; none where it is left out. */
	readonly hedge?: { readonly quantile: number; readonly latencies: Latencies } | undefined;
}

/** The last answer, and how many requests it took. */
export interface Exchange {
	readonly answer: RawAnswer;
	readonly attempts: number;
}

/** Asks until an answer comes that is not "later", or until the policy or the deadline says that it is enough. */
export async function exchange(plan: Plan): Promise<Exchange> {
	const { endpoints, limit, retry, body, hedge } = plan;
	const tried = new Set<Endpoint>();
	const mayRepeat = body === undefined || body.repeatable;
	let attempts = 0;
	for (;;) {
		let answer: RawAnswer | undefined;
		let failure: unknown;
		const after = mayRepeat ? hedge?.latencies.quantile(hedge.quantile) : undefined;
		const one = (signal: AbortSignal) => {
			const endpoint = choose(endpoints, tried);
			tried.add(endpoint);
			attempts++;
			return attempt(plan, endpoint, signal);
		};
		try {
			answer = await hedged(one, limit.signal, after, () => hedge?.latencies.spend() ?? false);
		} catch (error) {
			if (limit.signal.aborted) throw stopped(plan, attempts, failure ?? error);
			const broken = brokenInputIn(error);
			if (broken) throw broken.cause;
			// A broken answer, a mistake in the call: another attempt would end the same way.
			if (error instanceof MillError || !isConnectionFailure(error)) throw error;
			failure = error;
		}
		if (answer && !retry.statuses.includes(answer.status)) return { answer, attempts };

		const asked = answer && askedPause(answer.headers);
		const pause = mayRepeat ? pauseBefore(attempts + 1, asked, retry) : undefined;
		// Another server that is awake need not be waited for.
		const now = performance.now();
		const another = endpoints.some(({ restsUntil }) => restsUntil <= now);
		const wait = pause !== undefined && endpoints.length > 1 && another ? 0 : pause;
		const given = wait === undefined || wait >= limit.left();
		if (given && answer) return { answer, attempts };
		if (given) throw connectionError(plan, attempts, failure);
		await sleep(wait, limit.signal).catch(() => {
			throw stopped(plan, attempts, failure);
		});
	}
}

async function attempt(plan: Plan, endpoint: Endpoint, signal: AbortSignal): Promise<RawAnswer> {
	const began = performance.now();
	const request = endpoint.begin();
	try {
		const answer = await send({ ...plan, url: plan.at(endpoint.base), signal });
		if (plan.retry.statuses.includes(answer.status)) request.pushedBack(askedPause(answer.headers));
		else {
			plan.hedge?.latencies.add(performance.now() - began);
			request.answered();
		}
		return answer;
	} catch (error) {
		const ours = signal.aborted || brokenInputIn(error) !== undefined;
		if (ours || error instanceof MillError || !isConnectionFailure(error)) request.dropped();
		else request.failed();
		throw error;
	}
}

/** fetch tells every failure of the network as a TypeError with a cause; node:http with a code. */
function isConnectionFailure(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if (codeOf(error) !== undefined) return true;
	return error instanceof TypeError && /fetch|network|load failed|terminated|aborted/i.test(error.message);
}

/** Where it was the input that failed: fetch tells it as a failure of its own, with this as the cause. */
function brokenInputIn(error: unknown): BrokenInput | undefined {
	if (error instanceof BrokenInput) return error;
	return error instanceof Error ? brokenInputIn(error.cause) : undefined;
}

function codeOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	const { code } = error as NodeJS.ErrnoException;
	const own = typeof code === "string" && /^(?:E[A-Z]+|UND_ERR_\w+|HPE_\w+|[A-Z]+_[A-Z_]+)$/.test(code);
	if (own && !code.startsWith("ERR_")) return code;
	const inner = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
	return codeOf(inner);
}

const REASONS: Readonly<Record<string, string>> = {
	ECONNREFUSED: "nobody listens there",
	ENOTFOUND: "there is no such host",
	EAI_AGAIN: "the host's name could not be looked up",
	ECONNRESET: "the connection was cut",
	EPIPE: "the connection was cut",
	UND_ERR_SOCKET: "the connection was cut",
	UND_ERR_CONNECT_TIMEOUT: "the connection took too long",
	ETIMEDOUT: "the connection took too long",
};

function connectionError(plan: Plan, attempts: number, cause: unknown): ConnectionError {
	const url = addressOf(plan);
	const code = codeOf(cause);
	const inner = cause instanceof Error && cause.cause instanceof Error ? ` (${cause.cause.message})` : "";
	const why =
		code === undefined ? `no answer came${inner}` : `${REASONS[code] ?? "no HTTP answer came"} (${code})`;
	const times = attempts > 1 ? `, ${attempts} attempts` : "";
	return new ConnectionError(`Check the address and that the server runs: ${url}: ${why}${times}.`, {
		url,
		attempts,
		cause,
	});
}

/** What to throw when the signal ended it: the caller's own reason, or that the time is over. */
function stopped(plan: Plan, attempts: number, cause: unknown): unknown {
	if (!plan.limit.expired()) return plan.limit.signal.reason;
	const url = addressOf(plan);
	const times = attempts > 1 ? ` after ${attempts} attempts` : "";
	return new DeadlineError(`Allow more time with a longer deadline: ${url} did not answer in time${times}.`, {
		url,
		attempts,
		cause,
	});
}

function addressOf({ endpoints, at }: Plan): string {
	return endpoints.map(({ base }) => at(base).href).join(", ");
}
