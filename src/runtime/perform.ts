import { decodeInput } from "../codecs/decode.js";
import { encodeJson } from "../codecs/json.js";
import type { ResultType } from "../codecs/result-types.js";
import { encodeXml } from "../codecs/xml.js";
import type { Mill, Parameters, RunContext } from "../core/mill.js";
import { Problem } from "../core/problem.js";
import { MILL_MAY_RAISE } from "../core/problem-table.js";
import type { ReadyMill } from "./ready-mill.js";

/** One call of a mill, as plain data: everything that the answer depends on, and nothing else. */
export interface Call {
	readonly mediaType: string;
	readonly charset: string | undefined;
	readonly parameters: Parameters;
	readonly resultType: ResultType;
	/** `_links` as JSON, where the result carries them. */
	readonly links: string | undefined;
	readonly body: Uint8Array;
}

/** A result as it is sent. Text where it is made here: the server writes it in one piece with the headers. */
export type Content = Uint8Array | string;

/** Here already, or to be waited for. */
export type Eventual<T> = T | Promise<T>;

/** A mill broke its own contract or threw: the caller learns only that it happened. */
export class Crash extends Error {
	override name = "Crash";
}

/** What `run` sees. A class, because an object literal with a getter costs four kilobytes of garbage a call. */
class Context implements RunContext {
	readonly parameters: Parameters;
	readonly mediaType: string;
	readonly model: unknown;
	readonly #signal: () => AbortSignal;

	constructor(call: Call, model: unknown, signal: () => AbortSignal) {
		this.parameters = call.parameters;
		this.mediaType = call.mediaType;
		this.model = model;
		this.#signal = signal;
	}

	/** Made only when asked for: most mills never look, and a signal costs a microsecond. */
	get signal(): AbortSignal {
		return this.#signal();
	}
}

/**
 * decode → validate → run → encode: the whole of a call, wherever it runs. Throws a Problem or a Crash. No promise where
 * the mill gives none: each would cost a turn of the loop's microtasks.
 */
export function perform(ready: ReadyMill, call: Call, signal: () => AbortSignal): Eventual<Content> {
	const { mill } = ready;
	const form = mill.input[call.mediaType];
	if (!form) throw new Crash(`${mill.name} has no input ${call.mediaType}`);

	const input = decodeInput(form, call.mediaType, call.charset, call.body, call.parameters);
	const validator = ready.inputs.get(call.mediaType);
	if (validator && !validator.check(input))
		throw new Problem("invalid-input", `Make the input match its schema: ${validator.complaint(input)}.`);

	let output: unknown;
	let isPromise: boolean;
	try {
		output = mill.run(input, new Context(call, ready.model, signal));
		isPromise = isThenable(output);
	} catch (error) {
		throw judge(mill, error);
	}
	return isPromise ? performLater(ready, output, call) : finish(ready, output, call);
}

async function performLater(ready: ReadyMill, output: unknown, call: Call): Promise<Content> {
	let given: unknown;
	try {
		given = await output;
	} catch (error) {
		throw judge(ready.mill, error);
	}
	return finish(ready, given, call);
}

function finish(ready: ReadyMill, output: unknown, call: Call): Content {
	let content: Content | undefined;
	try {
		content = checkAndEncode(ready, output, call);
	} catch (error) {
		// A getter in the answer throws what `run` could have thrown: it is the mill's own, with the input in its message.
		throw error instanceof Crash ? error : new Crash("the answer cannot be read", { cause: error });
	}
	if (content !== undefined) return content;
	throw new Problem(
		"not-acceptable",
		"Ask for JSON: this result holds a character that XML 1.0 cannot carry.",
	);
}

function checkAndEncode(
	{ mill, output: schema, xml }: ReadyMill,
	output: unknown,
	call: Call,
): Content | undefined {
	if (!schema.check(output))
		throw new Crash(`the answer does not match the output schema: ${schema.complaint(output)}`);
	const answer = output as object;
	// What it would write is not what was checked: a Date is an object without a field, and a text in JSON.
	if ("toJSON" in answer) throw new Crash("the answer has a method toJSON: give plain data");
	if (call.resultType !== "application/xml") return encodeJson(answer, call.links);
	return xml && encodeXml(mill.name, xml, answer);
}

function isThenable(value: unknown): boolean {
	return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** What a mill threw: a problem that it may raise, or else its own failure. */
function judge(mill: Mill, error: unknown): Error {
	if (!Problem.is(error)) return new Crash("run threw", { cause: error });
	if (Object.hasOwn(mill.problems, error.code) || (MILL_MAY_RAISE as readonly string[]).includes(error.code))
		return asSent(error);
	return new Crash(`run raised the problem "${error.code}", which the mill does not declare`, {
		cause: error,
	});
}

/** A problem with its members as JSON has them: what JSON cannot write does not even come through the pipe. */
function asSent(problem: Problem): Error {
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
