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
	try {
		output = mill.run(input, new Context(call, ready.model, signal));
	} catch (error) {
		throw judge(mill, error);
	}
	return isThenable(output) ? performLater(ready, output, call) : finish(ready, output, call);
}

async function performLater(ready: ReadyMill, output: PromiseLike<unknown>, call: Call): Promise<Content> {
	let given: unknown;
	try {
		given = await output;
	} catch (error) {
		throw judge(ready.mill, error);
	}
	return finish(ready, given, call);
}

function finish(ready: ReadyMill, output: unknown, call: Call): Content {
	if (!ready.output.check(output))
		throw new Crash(`the answer does not match the output schema: ${ready.output.complaint(output)}`);
	return encode(ready, output as object, call);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
	return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** What a mill threw: a problem that it may raise, or else its own failure. */
function judge(mill: Mill, error: unknown): Error {
	if (!Problem.is(error)) return new Crash("run threw", { cause: error });
	if (Object.hasOwn(mill.problems, error.code) || (MILL_MAY_RAISE as readonly string[]).includes(error.code))
		return error;
	return new Crash(`run raised the problem "${error.code}", which the mill does not declare`, {
		cause: error,
	});
}

function encode(ready: ReadyMill, output: object, call: Call): Content {
	if (call.resultType !== "application/xml") return encodeJson(output, call.links);
	const xml = ready.xml && encodeXml(ready.mill.name, ready.xml, output);
	if (xml === undefined)
		throw new Problem(
			"not-acceptable",
			"Ask for JSON: this result holds a character that XML 1.0 cannot carry.",
		);
	return xml;
}
