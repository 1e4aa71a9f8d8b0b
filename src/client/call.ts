import { splitOutsideQuotes } from "../core/header-list.js";
import { parseMediaType } from "../core/media-type.js";
import type { Context } from "./context.js";
import { AnswerError } from "./errors.js";
import type { Exchange } from "./exchange.js";
import { type Body, bodyOf, type Input } from "./input.js";
import { essenceOf, isJson, jsonOf, textOf } from "./json-answer.js";
import type { CallOptions } from "./options.js";
import { problemError } from "./problem.js";
import type { RawAnswer } from "./send.js";
import type { TimeLimit } from "./time-limit.js";

/** What a mill made of an input. */
export interface Answer<Output = unknown> {
	/** The value of a JSON result, the text of a textual one, the bytes of any other. */
	readonly output: Output;
	/** Without parameters. */
	readonly mediaType: string;
	readonly headers: Headers;
	/** Where it came from. */
	readonly url: string;
	/** How many requests it took. */
	readonly attempts: number;
	/** The body as it came. */
	readonly bytes: Uint8Array;
}

/** What was asked in the end, and the answer to it. */
export interface Talk extends Exchange {
	readonly method: string;
	readonly mediaType: string;
}

const RESULTS = "application/json, application/*+json;q=0.9, */*;q=0.1";

/** Says what is wrong with an output; undefined where nothing is. */
export type Check = (output: unknown) => string | undefined;

/** What a call may find out of its mill. */
export interface Facts {
	/** What checks its outputs; left out where they are not to be checked. */
	readonly check?: ((limit: TimeLimit) => Promise<Check>) | undefined;
	/** How long to wait for the answer to so many bytes; undefined where nothing is known. */
	wait(bytes: number | undefined): Promise<number | undefined>;
}

/** Calls a mill; rejects where the answer is no success, or where it breaks its own schema and that was asked for. */
export async function call<Output>(
	context: Context,
	mill: string | URL,
	input: Input,
	options: CallOptions,
	facts: Facts,
): Promise<Answer<Output>> {
	const body = await bodyOf(input, options.mediaType);
	const limit = context.limit(options, () => facts.wait(body.size));
	try {
		const check = await facts.check?.(limit);
		const talk = await converse(context, mill, body, options, limit);
		if (talk.answer.status < 200 || talk.answer.status > 299)
			throw problemError(talk.method, talk.answer, talk.attempts);
		return readAnswer<Output>(talk, check);
	} finally {
		limit.end();
	}
}

/**
 * Asks, and learns from a refusal how it should have asked: 405 names the method, 415 the media type. What the caller
 * named is left as it is.
 */
export async function converse(
	context: Context,
	mill: string | URL,
	body: Body,
	options: CallOptions,
	limit: TimeLimit,
): Promise<Talk> {
	const place = context.locate(mill, options.parameters);
	const { hedge } = options;
	const quantile = hedge === true ? 0.95 : hedge ? hedge.quantile : undefined;
	const hedging = quantile === undefined ? undefined : { quantile, latencies: context.latencies(mill) };
	let method = (options.method ?? context.methods.get(String(mill)) ?? "POST").toUpperCase();
	const guess = `${mill} ${body.mediaType}`;
	let mediaType = (body.guessed ? context.types.get(guess) : undefined) ?? body.mediaType;
	let attempts = 0;
	const asked = new Set([method]);
	for (let turn = 0; ; turn++) {
		const headers = { Accept: options.accept ?? RESULTS, "Content-Type": mediaType };
		const question = { method, headers, body, limit };
		const { answer, attempts: more } = await context.exchange(place, question, {
			...options,
			hedge: hedging,
		});
		attempts += more;
		const talk = { answer, attempts, method, mediaType };
		if (turn === 3 || !body.repeatable) return talk;
		const other = options.method === undefined ? otherMethod(answer, asked) : undefined;
		const type = body.guessed ? otherType(answer, mediaType) : undefined;
		if (other !== undefined) {
			method = other;
			asked.add(other);
			context.methods.set(String(mill), other);
		} else if (type !== undefined) {
			mediaType = type;
			// The next of a thousand inputs need not be refused first.
			context.types.set(guess, type);
		} else return talk;
	}
}

/** The method of the mill, where a 405 names one that was not tried yet. */
function otherMethod({ status, headers }: RawAnswer, asked: ReadonlySet<string>): string | undefined {
	if (status !== 405) return undefined;
	const allowed = (headers.get("allow") ?? "").split(",").map((name) => name.trim().toUpperCase());
	return ["POST", "QUERY", "GET"].find((method) => allowed.includes(method) && !asked.has(method));
}

/** The media type that a mill wants instead: its only one, or the one of the same kind. */
function otherType({ status, headers }: RawAnswer, sent: string): string | undefined {
	if (status !== 415) return undefined;
	const field = headers.get("accept") ?? headers.get("accept-post") ?? headers.get("accept-query") ?? "";
	const wanted = splitOutsideQuotes(field, ",").flatMap((member) => parseMediaType(member)?.essence ?? []);
	const kind = sent.split("/", 1)[0];
	const fitting = wanted.length === 1 ? wanted : wanted.filter((type) => type.split("/", 1)[0] === kind);
	return fitting.find((type) => !type.includes("*") && type !== sent);
}

function readAnswer<Output>(talk: Talk, check: Check | undefined): Answer<Output> {
	const { answer, attempts } = talk;
	const { headers, url, bytes } = answer;
	const failed = { url, attempts };
	const mediaType = essenceOf(headers);
	const output = outputOf(answer, mediaType);
	if (isJson(headers) && output === undefined)
		throw new AnswerError(
			`Report it to the operator: ${url} says that it sends JSON, and it is none.`,
			failed,
		);
	const complaint = isJson(headers) ? check?.(output) : check && "the answer is no JSON";
	if (complaint !== undefined)
		throw new AnswerError(`Report it to the operator: ${url} breaks its own schema: ${complaint}.`, failed);
	return { output: output as Output, mediaType, headers, url, attempts, bytes };
}

function outputOf(answer: RawAnswer, mediaType: string): unknown {
	if (isJson(answer.headers)) return jsonOf(answer);
	const isText =
		/^(?:x-)?text\//.test(mediaType) || mediaType.endsWith("+xml") || mediaType === "application/xml";
	return isText ? textOf(answer) : answer.bytes;
}
