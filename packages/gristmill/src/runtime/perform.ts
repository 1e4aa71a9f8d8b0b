import { decodeInput } from "../codecs/decode.js";
import { type Content, type ResultType, resultFormat } from "../codecs/encode.js";
import { beginsLike, typeOfBytes } from "../codecs/formats/signatures.js";
import type { Mill, ParameterValues, RunContext } from "../core/definition/mill.js";
import { describeBytes } from "../core/describe-bytes.js";
import { Problem } from "../core/problem.js";
import { MILL_MAY_RAISE } from "../core/problem-table.js";
import { mapBinary } from "../core/schema/binary-values.js";
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
	/** The operator's limit on the size of the result. Default: the mill's own. It decides whether a call fails, never its result. */
	readonly maxOutput?: number;
}

/** A value, or a promise of one. */
export type MaybePromise<T> = T | Promise<T>;

/** The second argument of `run`. A class, because an object literal with a getter allocates four kilobytes per call. */
class CallContext implements RunContext {
	readonly parameters: ParameterValues;
	readonly mediaType: string;
	readonly outputType: string;
	readonly model: unknown;
	readonly #signal: () => AbortSignal;

	constructor(call: Call, { model, rawTypes }: ReadyMill, signal: () => AbortSignal) {
		this.parameters = call.parameters;
		this.mediaType = call.mediaType;
		this.outputType = outputTypeOf(rawTypes, call);
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
		output = mill.run(input, new CallContext(call, ready, signal));
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
		checkOutput(ready, output, call);
		content = encode(output, call.links);
	} catch (error) {
		// A getter in the result can throw anything that `run` can throw, with the input in its message.
		throw error instanceof Crash ? error : new Crash("the result cannot be read", { cause: error });
	}
	if (content === undefined) throw new Problem("not-acceptable", resultFormat(call.resultType).unencodable);
	checkSize(content, call.maxOutput ?? ready.mill.maxOutput);
	return content;
}

/** The media type of the bytes that a call wants. Without a choice of bytes it is constant. */
function outputTypeOf(rawTypes: readonly ResultType[], { resultType }: Call): string {
	if (rawTypes.length === 0) return "application/json";
	return rawTypes.includes(resultType) ? resultType : (rawTypes[0] as string);
}

function checkSize(content: Content, most: number): void {
	// A character takes at most three bytes.
	if (content.length * 3 <= most) return;
	const size = typeof content === "string" ? Buffer.byteLength(content) : content.byteLength;
	if (size > most)
		throw new Crash(
			`the result has ${describeBytes(size)}, and maxOutput allows ${describeBytes(most)}: return less, or raise maxOutput`,
		);
}

const MISMATCH = "the result does not match the output schema";

function checkOutput(
	{ mill, output: schema, rawTypes }: ReadyMill,
	output: unknown,
	call: Call,
): asserts output is object {
	if (!schema.check(output))
		throw new Crash(`${MISMATCH}: ${schema.complaintForLog(output)}`, {
			forAuthor: `${MISMATCH}: ${schema.complaint(output)}`,
		});
	// JSON.stringify would write something that was not checked. A Date, for example, is an empty object here and a string in JSON.
	if ("toJSON" in (output as object))
		throw new Crash("the result has a method toJSON: return plain data instead");
	const wanted = outputTypeOf(rawTypes, call);
	mapBinary(output, mill.binary, (value, { mediaTypes }, place) => {
		const type = rawTypes.length > 0 ? wanted : (mediaTypes[0] as string);
		if (beginsLike(type, value as Uint8Array)) return value;
		const seen = typeOfBytes(value as Uint8Array);
		throw new Crash(`${place} is no ${type}${seen === undefined ? "" : `: it begins like ${seen}`}`);
	});
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
