import type { Clock } from "../../core/clock.js";
import { ConnectionError, DeadlineError, MillError } from "../errors/errors.js";
import { type Body, BrokenInput } from "../input/input.js";
import { choose, type Endpoint, hasAnother } from "./endpoint.js";
import { hedged } from "./hedge.js";
import type { Latencies } from "./latencies.js";
import type { ComingBody, RawAnswer } from "./message.js";
import { isOfAnother, type Pin } from "./pin.js";
import { askedPause, pauseBefore, type RetryPolicy } from "./retry.js";
import { send } from "./send.js";
import { sleep, type TimeLimit } from "./time-limit.js";
import { traceParent } from "./trace.js";

/** What all requests of one call have in common. */
export interface Plan {
	readonly endpoints: readonly Endpoint[];
	/** The URL on a server. */
	readonly at: (base: URL) => URL;
	readonly method: string;
	readonly headers: Headers;
	readonly secret: Headers;
	readonly body?: Body | undefined;
	readonly clock: Clock;
	readonly limit: TimeLimit;
	readonly retry: RetryPolicy;
	readonly maxBytes: number;
	readonly fetch: typeof fetch;
	/** Whether the body of a success is left to be read as it comes. */
	readonly streaming?: boolean | undefined;
	/** The id of the trace that all requests belong to, if any. */
	readonly traceId?: string | undefined;
	/** The one algorithm whose answers are taken, if any. A server with another one is left aside for a while. */
	readonly pin?: Pin | undefined;
	/** A second request is sent after the latency of this share of calls. No hedging if omitted. */
	readonly hedge?: { readonly quantile: number; readonly latencies: Latencies } | undefined;
}

/** The last answer, and the number of requests. */
export interface RetriedAnswer {
	readonly answer: RawAnswer;
	readonly attempts: number;
}

/** Sends requests until an answer does not ask to retry, or until the policy or the deadline ends it. */
export async function exchange(plan: Plan): Promise<RetriedAnswer> {
	const { endpoints, clock, limit, retry, body, hedge } = plan;
	const tried = new Set<Endpoint>();
	const mayRepeat = body === undefined || body.repeatable;
	const isFinal = (answer: RawAnswer) =>
		!retry.statuses.includes(answer.status) && !(plan.pin && isOfAnother(answer));
	let attempts = 0;
	for (;;) {
		let answer: RawAnswer | undefined;
		let failure: unknown;
		const after = mayRepeat ? hedge?.latencies.quantile(hedge.quantile) : undefined;
		const one = (signal: AbortSignal) => {
			const endpoint = choose(endpoints, clock.now(), tried, plan.pin?.digest);
			tried.add(endpoint);
			attempts++;
			return attempt(plan, endpoint, signal);
		};
		try {
			const allowed = () => hedge?.latencies.spend() ?? false;
			answer = await hedged(clock, one, limit.signal, after, allowed, isFinal);
		} catch (error) {
			if (limit.signal.aborted) throw stopped(plan, attempts, failure ?? error);
			const broken = brokenInputIn(error);
			if (broken) throw broken.cause;
			// An invalid answer or call: another attempt would fail the same way.
			if (error instanceof MillError || !isConnectionFailure(error)) throw error;
			failure = error;
		}
		if (answer && isFinal(answer)) return { answer, attempts };

		const asked = answer && askedPause(answer.headers);
		// If another server is available, there is no need to wait, however long this one asks for.
		const now = clock.now();
		const another = hasAnother(endpoints, now, plan.pin?.digest);
		const pause = mayRepeat ? pauseBefore(attempts + 1, another ? undefined : asked, retry) : undefined;
		const wait = pause !== undefined && another ? 0 : pause;
		const given = wait === undefined || wait >= limit.left();
		if (given && answer) return { answer, attempts };
		if (given) throw connectionError(plan, attempts, failure);
		await sleep(clock, wait, limit.signal).catch(() => {
			throw stopped(plan, attempts, failure);
		});
	}
}

async function attempt(plan: Plan, endpoint: Endpoint, signal: AbortSignal): Promise<RawAnswer> {
	const began = plan.clock.now();
	const request = endpoint.begin();
	try {
		const headers = new Headers(plan.headers);
		if (plan.traceId !== undefined) headers.set("traceparent", traceParent(plan.traceId));
		plan.pin?.ask(headers);
		const sent = await send({ ...plan, headers, url: plan.at(endpoint.base), signal });
		const answer = plan.pin?.checked(sent) ?? sent;
		if (plan.pin?.digest !== undefined && isOfAnother(answer)) request.lacks(plan.pin.digest);
		else if (plan.retry.statuses.includes(answer.status)) request.pushedBack(askedPause(answer.headers));
		else {
			plan.hedge?.latencies.add(plan.clock.now() - began);
			request.answered(plan.pin?.digest);
			const { coming } = answer;
			if (coming) return { ...answer, coming: { ...coming, over: watched(endpoint, signal) } };
		}
		return answer;
	} catch (error) {
		const ours = signal.aborted || brokenInputIn(error) !== undefined;
		if (ours || error instanceof MillError || !isConnectionFailure(error)) request.dropped();
		else request.failed();
		throw error;
	}
}

/** Counts a body that is read as it comes as a request in flight, until it is over or `signal` is aborted. */
function watched(endpoint: Endpoint, signal: AbortSignal): ComingBody["over"] {
	const reading = endpoint.begin();
	let isOver = false;
	const end = (over: () => void) => {
		if (isOver) return;
		isOver = true;
		signal.removeEventListener("abort", drop);
		over();
	};
	// A hedged request that lost.
	const drop = () => end(reading.dropped);
	if (signal.aborted) drop();
	else signal.addEventListener("abort", drop);
	return (how) => end(how === "broken" ? reading.failed : reading.dropped);
}

/** fetch reports network failures as a TypeError with a cause, node:http with a code. */
function isConnectionFailure(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if (codeOf(error) !== undefined) return true;
	return error instanceof TypeError && /fetch|network|load failed|terminated|aborted/i.test(error.message);
}

/** The BrokenInput in an error's causes. fetch wraps a failure of the input in its own error. */
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
	ECONNREFUSED: "connection refused",
	ENOTFOUND: "unknown host",
	EAI_AGAIN: "the host name could not be resolved",
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
	return new ConnectionError(`${url}: ${why}${times}. Check the URL, and that the server is running.`, {
		url,
		attempts,
		cause,
	});
}

/** The error for an aborted call: the caller's own reason, or a DeadlineError. */
function stopped(plan: Plan, attempts: number, cause: unknown): unknown {
	if (!plan.limit.expired()) return plan.limit.signal.reason;
	const url = addressOf(plan);
	const times = attempts > 1 ? ` after ${attempts} attempts` : "";
	return new DeadlineError(`${url} did not answer in time${times}. Use a longer deadline.`, {
		url,
		attempts,
		cause,
	});
}

function addressOf({ endpoints, at }: Plan): string {
	return endpoints.map(({ base }) => at(base).href).join(", ");
}
