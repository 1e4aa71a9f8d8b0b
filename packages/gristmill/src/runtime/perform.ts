import { decodeInput } from "../codecs/decode.js";
import { type Content, RESULT_FORMATS, type ResultType } from "../codecs/encode.js";
import type { Mill, ParameterValues, RunContext } from "../core/definition/mill.js";
import { Problem } from "../core/problem.js";
import { MILL_MAY_RAISE } from "../core/problem-table.js";
import { Crash } from "./failures.js";
import type { ReadyMill } from "./loading/ready-mill.js";

/** One call of a mill as plain data: everything that the result depends on, and nothing else. */
export interface Call {
	readonly mediaType: string;
	readonly charset: string | undefined;
	readonly parameters: ParameterValues;
	readonly resultType: ResultType;
	/** `_links` as JSON; undefined if the result has none. */
	readonly links: string | undefined;
	readonly body: Uint8Array;
}

/** A value, or a promise of one. */
export type MaybePromise<T> = T | Promise<T>;

/** The second argument of `run`. A class, because an object literal with a getter allocates four kilobytes per call. */
class CallContext implements RunContext {
	readonly parameters: ParameterValues;
	readonly mediaType: string;
	readonly model: unknown;
	readonly #signal: () => AbortSignal;

	constructor(call: Call, model: unknown, signal: () => AbortSignal) {
		this.parameters = call.parameters;
		this.mediaType = call.mediaType;
		this.model = model;
		this.#signal = signal;
	}

	/** Created on first use: a signal costs a microsecond, and most mills never read it. */
	get signal(): AbortSignal {
		return this.#signal();
	}
}

/**
 * The whole of a call, in a worker or on the event loop:
 *
 *     decode ─► check ─► run ─► check ─► encode
 *
 * Throws a Problem or a Crash. Returns a promise only if the mill does: each promise would cost a turn of the microtask queue.
 */
export function perform(ready: ReadyMill, call: Call, signal: () => AbortSignal): MaybePromise<Content> {
	const { mill } = ready;
	const input = decode(mill, call);
	checkInput(ready, call, input);
	let output: unknown;
	let isPromise: boolean;
	try {
		output = mill.run(input, new CallContext(call, ready.model, signal));
		isPromise = isThenable(output);
	} catch (error) {
		throw failureOfRun(mill, error);
	}
	return isPromise ? finishLater(ready, output, call) : finish(ready, output, call);
}

function decode(mill: Mill, { mediaType, charset, body, parameters }: Call): unknown {
	const form = mill.input[mediaType];
	if (!form) throw new Crash(`${mill.name} has no input ${mediaType}`);
	return decodeInput(form, mediaType, charset, body, parameters);
}

function checkInput({ inputs }: ReadyMill, { mediaType }: Call, input: unknown): void {
	const schema = inputs.get(mediaType);
	if (schema && !schema.check(input))
		throw new Problem("invalid-input", `Make the input match its schema: ${schema.complaint(input)}.`);
}

async function finishLater(ready: ReadyMill, promise: unknown, call: Call): Promise<Content> {
	let output: unknown;
	try {
		output = await promise;
	} catch (error) {
		throw failureOfRun(ready.mill, error);
	}
	return finish(ready, output, call);
}

function finish(ready: ReadyMill, output: unknown, call: Call): Content {
	const encode = ready.encoders.get(call.resultType);
	if (!encode) throw new Crash(`${ready.mill.name} has no result ${call.resultType}`);
	let content: Content | undefined;
	try {
		checkOutput(ready, output);
		content = encode(output, call.links);
	} catch (error) {
		// A getter in the result can throw anything that `run` can throw, with the input in its message.
		throw error instanceof Crash ? error : new Crash("the result cannot be read", { cause: error });
	}
	if (content !== undefined) return content;
	throw new Problem("not-acceptable", RESULT_FORMATS[call.resultType].unencodable);
}

const MISMATCH = "the result does not match the output schema";

function checkOutput({ output: schema }: ReadyMill, output: unknown): asserts output is object {
	if (!schema.check(output))
		throw new Crash(`${MISMATCH}: ${schema.complaintForLog(output)}`, {
			forAuthor: `${MISMATCH}: ${schema.complaint(output)}`,
		});
	// JSON.stringify would write something that was not checked. A Date, for example, is an empty object here and a string in JSON.
	if ("toJSON" in (output as object))
		throw new Crash("the result has a method toJSON: return plain data instead");
}

function isThenable(value: unknown): boolean {
	return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** The Problem that a mill threw, if it may raise it; otherwise a Crash. */
function failureOfRun(mill: Mill, error: unknown): Error {
	if (!Problem.is(error)) return new Crash("run threw", { cause: error });
	if (Object.hasOwn(mill.problems, error.code) || (MILL_MAY_RAISE as readonly string[]).includes(error.code))
		return asJson(error);
	return new Crash(`run raised the problem "${error.code}", which the mill does not declare`, {
		cause: error,
	});
}

/** A problem with its members as JSON writes them: other values cannot cross the pipe to the server. */
function asJson(problem: Problem): Error {
	const { code, detail, members } = problem;
	if (Object.keys(members).length === 0) return problem;
	try {
		return new Problem(code, detail, JSON.parse(JSON.stringify(members)));
	} catch (error) {
		return new Crash(`run raised the problem "${code}" with members that JSON cannot write`, {
			cause: error,
		});
	}
}
