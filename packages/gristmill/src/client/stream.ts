import { isObject } from "../core/schema/is-object.js";
import { type MillLookups, sendAdapting } from "./call.js";
import type { ClientState } from "./client-state.js";
import { AnswerError, ConnectionError, DeadlineError, MillError, UsageError } from "./errors/errors.js";
import { type Body, bodyOf, type Input } from "./input/input.js";
import { eventsAsLines } from "./part-events.js";
import { comingLines } from "./transport/coming-lines.js";
import { hasAnother } from "./transport/endpoint.js";
import { essenceOf } from "./transport/json-answer.js";
import type { ComingBody, RawAnswer } from "./transport/message.js";
import { type CallOptions, MAX_ANSWER_BYTES } from "./transport/options.js";
import { lineProblem, problemError } from "./transport/problem.js";
import { pauseBefore } from "./transport/retry.js";
import { sleep, type TimeLimit, unlessAborted } from "./transport/time-limit.js";
import { newTraceId } from "./transport/trace.js";

const JSON_LINES = "application/jsonl";
const EVENT_STREAM = "text/event-stream";

/** Options of a stream. `deadline` is the longest wait for the next part, and `maxAnswerBytes` the maximum size of a part. */
export interface StreamOptions extends Omit<CallOptions, "accept" | "binary" | "validate"> {
	/** The number of the first part that is wanted. Default: 0. */
	readonly from?: number;
	/** Called with how much of the work is done, from 0 to 1, if the mill tells it. Then the parts come as events. */
	readonly progress?: (done: number) => void;
}

type Rest = Readonly<Record<string, unknown>>;

/**
 * Calls a mill for its parts, and gives each as it comes. If a stream breaks off, the next request asks for the parts that are missing: the
 * same input has the same parts on every server with the same digest.
 */
export async function* stream(
	state: ClientState,
	mill: string | URL,
	input: Input,
	options: StreamOptions,
	wait: MillLookups["wait"],
): AsyncGenerator<unknown, Rest, undefined> {
	const { from = 0 } = options;
	if (!Number.isSafeInteger(from) || from < 0)
		throw new UsageError(`"from" is ${from}, which is not the number of a part, such as 0.`);
	const body = await bodyOf(input, options.mediaType);
	const source = new PartSource(state, mill, body, options, wait);
	try {
		for (;;) {
			try {
				return yield* source.parts();
			} catch (error) {
				if (!(error instanceof Broken)) throw error;
				await source.pause(error);
			}
		}
	} catch (error) {
		if (error instanceof MillError && source.traceId !== undefined) error.traceId = source.traceId;
		throw error;
	}
}

/** A stream broke off: the next request may get its other parts. */
class Broken extends Error {
	readonly told: MillError;

	constructor(told: MillError) {
		super("The stream broke off.");
		this.told = told;
	}
}

/** The parts of one result, from as many requests as it takes. */
class PartSource {
	readonly traceId: string | undefined;
	readonly #state: ClientState;
	readonly #mill: string | URL;
	readonly #body: Body;
	readonly #options: StreamOptions;
	readonly #wait: MillLookups["wait"];
	/** The number of the next part. */
	#next: number;
	#attempts = 0;
	/** How often the stream broke since the last part. */
	#breaks = 0;
	#digest: string | undefined;

	constructor(
		state: ClientState,
		mill: string | URL,
		body: Body,
		options: StreamOptions,
		wait: MillLookups["wait"],
	) {
		this.traceId = (options.trace ?? state.options.trace) ? newTraceId() : undefined;
		this.#state = state;
		this.#mill = mill;
		this.#body = body;
		this.#options = options;
		this.#wait = wait;
		this.#next = options.from ?? 0;
	}

	/** Sends a request, and gives the parts of its answer. Throws Broken if they have no end. */
	async *parts(): AsyncGenerator<unknown, Rest, undefined> {
		const { method, answer } = await this.#ask();
		const { url, coming } = answer;
		const { body, over } = coming as ComingBody;
		const { maxAnswerBytes: maxBytes = this.#state.options.maxAnswerBytes ?? MAX_ANSWER_BYTES } =
			this.#options;
		const { progress } = this.#options;
		const come = comingLines(body, { maxBytes, url, wait: (next) => this.#within(url, () => next) });
		const lines = progress ? eventsAsLines(come, progress) : come;
		let isBroken = false;
		try {
			for (;;) {
				const { done, value: line } = await lines.next();
				if (done) throw this.#brokeOff(url);
				const value = this.#read(line, url);
				const isOwn = isObject(value) && Object.keys(value).length === 1;
				if (isOwn && isObject(value.$end)) {
					const rest = this.#rest(value.$end, url);
					// A body that is read to its end leaves the connection for other calls.
					await lines.next().catch(() => {});
					return rest;
				}
				if (isOwn && isObject(value.$problem)) throw this.#problem(method, answer, value.$problem);
				this.#next++;
				this.#breaks = 0;
				yield value;
			}
		} catch (error) {
			isBroken = error instanceof Broken;
			throw error;
		} finally {
			await lines.return();
			over(isBroken ? "broken" : "read");
		}
	}

	/** Waits before the next request. Throws what broke the stream if there is none. */
	async pause({ told }: Broken): Promise<void> {
		const { clock } = this.#state;
		const policy = this.#state.retry(this.#options);
		const wait = this.#body.repeatable ? pauseBefore(++this.#breaks + 1, undefined, policy) : undefined;
		if (wait === undefined) throw told;
		const { endpoints } = this.#place();
		const another = hasAnother(endpoints, clock.now());
		if (!another) await this.#within(told.url, ({ signal }) => sleep(clock, wait, signal), told);
	}

	#place() {
		return this.#state.locate(this.#mill, this.#options.parameters);
	}

	/** Sends the request. Throws if the answer is no stream. */
	async #ask() {
		const { parameters } = this.#options;
		const from = this.#next > 0 ? { $from: this.#next } : {};
		const accept = this.#options.progress ? EVENT_STREAM : JSON_LINES;
		const asked = { ...this.#options, accept, parameters: { ...parameters, ...from } };
		const limit = this.#limit();
		try {
			const sent = await sendAdapting(this.#state, this.#mill, this.#body, asked, limit, this.traceId, true);
			const { method, answer } = sent;
			this.#attempts += sent.attempts;
			const { status, url, coming, headers } = answer;
			if (status < 200 || status > 299) throw problemError(method, answer, this.#attempts);
			const digest = headers.get("mill-digest") ?? undefined;
			const type = essenceOf(headers);
			const refusal =
				coming === undefined || type !== accept
					? `The answer of ${url} is ${type || "of no stated type"}, and not ${accept}. Call it for its whole result.`
					: this.#digest !== undefined && digest !== this.#digest
						? `The mill at ${url} has changed since its first parts came. Call it again.`
						: undefined;
			if (refusal !== undefined) {
				coming?.over("read");
				void coming?.body.cancel().catch(() => {});
				throw this.#refused(refusal, url);
			}
			this.#digest = digest;
			return { method, answer };
		} finally {
			limit.end();
		}
	}

	#limit(): TimeLimit {
		return this.#state.limit(this.#options, () => this.#wait(this.#body.size));
	}

	/** Waits for bytes, or for a pause. What fails is a broken connection. */
	async #within<T>(url: string, work: (limit: TimeLimit) => Promise<T>, cause?: Error): Promise<T> {
		const limit = this.#limit();
		const { signal } = limit;
		try {
			return await unlessAborted(signal, work(limit));
		} catch (error) {
			if (!signal.aborted) throw this.#brokeOff(url, error);
			if (!limit.expired()) throw signal.reason;
			const message = `The next part of ${url} did not come in time. Use a longer deadline.`;
			throw new DeadlineError(message, { url, attempts: this.#attempts, cause });
		} finally {
			limit.end();
		}
	}

	#read(line: string, url: string): unknown {
		try {
			return JSON.parse(line);
		} catch {
			throw this.#refused(`A line of the answer of ${url} is not JSON. Report this to the operator.`, url);
		}
	}

	/** The other members. Throws if a server that ignored `$from` sent parts twice, or if parts are missing. */
	#rest({ parts, ...rest }: Record<string, unknown>, url: string): Rest {
		const { from = 0 } = this.#options;
		if (parts === this.#next || (this.#next === from && Number(parts) < from)) return rest;
		const counts = `it ends after ${parts} parts, and ${this.#next} came`;
		throw this.#refused(`The stream of ${url} is not whole: ${counts}. Report this to the operator.`, url);
	}

	#problem(method: string, answer: RawAnswer, problem: Record<string, unknown>): Error {
		const told = lineProblem(method, answer, problem, this.#attempts);
		const mayRetry = this.#state.retry(this.#options).statuses.includes(told.problem.status);
		return mayRetry ? new Broken(told) : told;
	}

	#refused(message: string, url: string): AnswerError {
		return new AnswerError(message, { url, attempts: this.#attempts });
	}

	#brokeOff(url: string, cause?: unknown): Broken {
		const came = this.#next === 0 ? "before its first part" : `before part ${this.#next}`;
		const message = `The stream of ${url} broke off ${came}. Try again later.`;
		return new Broken(new ConnectionError(message, { url, attempts: this.#attempts, cause }));
	}
}
