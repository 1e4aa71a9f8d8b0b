import { splitOutsideQuotes } from "../core/http-words/header-list.js";
import { parseMediaType } from "../core/http-words/media-type.js";
import { type Answer, type Expected, readAnswer } from "./answer.js";
import type { ClientState } from "./client-state.js";
import { MillError } from "./errors/errors.js";
import { type Body, bodyOf, type Input } from "./input/input.js";
import type { KeptPlace } from "./kept-calls.js";
import type { RetriedAnswer } from "./transport/exchange.js";
import type { RawAnswer } from "./transport/message.js";
import { type CallOptions, RESULTS } from "./transport/options.js";
import { Pin } from "./transport/pin.js";
import { problemError } from "./transport/problem.js";
import type { TimeLimit } from "./transport/time-limit.js";
import { newTraceId } from "./transport/trace.js";

/** The answer to the adapted request, with the method and media type that were used. */
interface AdaptedAnswer extends RetriedAnswer {
	readonly method: string;
	readonly mediaType: string;
}

/** What a call can look up about its mill. */
export interface MillLookups {
	/** Loads what its answers are read by. Omitted if that needs no schema. */
	readonly expected?: ((limit: TimeLimit) => Promise<Expected>) | undefined;
	/** Milliseconds to wait for the answer to an input of this size; undefined if unknown. */
	wait(bytes: number | undefined): Promise<number | undefined>;
	/** Where the answer to an input is kept. Omitted, or undefined, if it is not. */
	readonly kept?: ((body: Body, options: CallOptions) => Promise<KeptPlace | undefined>) | undefined;
}

/** Many calls share what they have seen. */
export type PinnedOptions = CallOptions & { readonly pin?: Pin | undefined };

/** Calls a mill. Rejects if the answer is not a success, or not what was asked for. */
export async function call<Output>(
	state: ClientState,
	mill: string | URL,
	input: Input,
	options: PinnedOptions,
	facts: MillLookups,
): Promise<Answer<Output>> {
	const body = await bodyOf(input, options.mediaType);
	const limit = state.limit(options, () => facts.wait(body.size));
	const traceId = (options.trace ?? state.options.trace) ? newTraceId() : undefined;
	try {
		const expected = await facts.expected?.(limit);
		const place = await facts.kept?.(body, options);
		const kept = await place?.find(options, limit.signal);
		const reading = { ...expected, accept: options.accept };
		if (kept) return readAnswer<Output>(kept, reading);
		const adapted = await sendAdapting(state, mill, body, options, limit, traceId);
		if (adapted.answer.status < 200 || adapted.answer.status > 299)
			throw problemError(adapted.method, adapted.answer, adapted.attempts);
		const answer = readAnswer<Output>(adapted, reading);
		await place?.keep(answer);
		return traceId === undefined ? answer : { ...answer, traceId };
	} catch (error) {
		if (error instanceof MillError && traceId !== undefined) error.traceId = traceId;
		throw error;
	} finally {
		limit.end();
	}
}

/**
 * Sends a call and adapts it to refusals: a 405 names the method, a 415 the media type. It keeps a method or media type
 * that the caller chose.
 */
export async function sendAdapting(
	state: ClientState,
	mill: string | URL,
	body: Body,
	options: PinnedOptions,
	limit: TimeLimit,
	traceId?: string,
	streaming?: boolean,
): Promise<AdaptedAnswer> {
	const place = state.locate(mill, options.parameters);
	const { hedge, digest } = options;
	const pin = options.pin ?? (digest === undefined ? undefined : new Pin(digest));
	const quantile = hedge === true ? 0.95 : hedge ? hedge.quantile : undefined;
	const hedging =
		quantile === undefined
			? undefined
			: { quantile, latencies: state.latencies(streaming ? `${mill} in parts` : mill) };
	let method = (options.method ?? state.methods.get(String(mill)) ?? "POST").toUpperCase();
	const guess = `${mill} ${body.mediaType}`;
	let mediaType = (body.guessed ? state.types.get(guess) : undefined) ?? body.mediaType;
	let attempts = 0;
	const asked = new Set([method]);
	for (let turn = 0; ; turn++) {
		const headers = { Accept: options.accept ?? RESULTS, "Content-Type": mediaType };
		const question = { method, headers, body, limit, streaming };
		const { answer, attempts: more } = await state.exchange(place, question, {
			...options,
			hedge: hedging,
			traceId,
			pin,
		});
		attempts += more;
		const adapted = { answer, attempts, method, mediaType };
		if (turn === 3 || !body.repeatable) return adapted;
		const other = options.method === undefined ? otherMethod(answer, asked) : undefined;
		const type = body.guessed ? otherType(answer, mediaType) : undefined;
		if (other !== undefined) {
			method = other;
			asked.add(other);
			state.methods.set(String(mill), other);
		} else if (type !== undefined) {
			mediaType = type;
			// Later inputs use this type from the start.
			state.types.set(guess, type);
		} else return adapted;
	}
}

/** A method from the Allow field of a 405 that was not tried yet. */
function otherMethod({ status, headers }: RawAnswer, asked: ReadonlySet<string>): string | undefined {
	if (status !== 405) return undefined;
	const allowed = (headers.get("allow") ?? "").split(",").map((name) => name.trim().toUpperCase());
	return ["POST", "QUERY", "GET"].find((method) => allowed.includes(method) && !asked.has(method));
}

/** The media type that a 415 asks for: the only one, or the first of the same top-level type. */
function otherType({ status, headers }: RawAnswer, sent: string): string | undefined {
	if (status !== 415) return undefined;
	const field = headers.get("accept") ?? headers.get("accept-post") ?? headers.get("accept-query") ?? "";
	const wanted = splitOutsideQuotes(field, ",").flatMap((member) => parseMediaType(member)?.essence ?? []);
	const kind = sent.split("/", 1)[0];
	const fitting = wanted.length === 1 ? wanted : wanted.filter((type) => type.split("/", 1)[0] === kind);
	// One input is no form.
	return fitting.find((type) => !type.includes("*") && !type.startsWith("multipart/") && type !== sent);
}
