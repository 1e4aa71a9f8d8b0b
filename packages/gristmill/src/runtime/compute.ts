import { decodeImage } from "../codecs/formats/image.js";
import { beginsLike, typeOfBytes } from "../codecs/formats/signatures.js";
import { paddedSize } from "../core/definition/batch.js";
import { partsOf } from "../core/definition/form.js";
import type { InputForm } from "../core/definition/input.js";
import type { Mill, RunContext, SettingValues, UsedMillOptions } from "../core/definition/mill.js";
import { describeBytes } from "../core/describe-bytes.js";
import { isA } from "../core/is-a.js";
import type { ParameterValues } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { MILL_MAY_RAISE } from "../core/problem-table.js";
import { mapBinary } from "../core/schema/binary-values.js";
import { isObject } from "../core/schema/is-object.js";
import { defaultsOf } from "../core/schema/json-schema.js";
import { Crash } from "./failures.js";
import type { ReadyMill } from "./ready-mill.js";

/** A value, or a promise of one. */
export type MaybePromise<T> = T | Promise<T>;

/** What the output depends on besides the input. */
export interface Circumstances {
	readonly parameters: ParameterValues;
	/** The media type of the input. */
	readonly mediaType: string;
	/** The media type of the bytes to return. */
	readonly outputType: string;
}

/** The second argument of `run`. A class, because an object literal with a getter allocates four kilobytes per call. */
export class CallContext implements RunContext {
	readonly parameters: ParameterValues;
	readonly settings: SettingValues;
	readonly mediaType: string;
	readonly outputType: string;
	readonly model: unknown;
	readonly batchSize: number;
	readonly #ready: ReadyMill;
	readonly #signal: () => AbortSignal;
	#uses: RunContext["uses"] | undefined;

	constructor(facts: Circumstances, ready: ReadyMill, signal: () => AbortSignal, inputs = 1) {
		this.parameters = facts.parameters;
		this.settings = ready.mill.settingValues;
		this.mediaType = facts.mediaType;
		this.outputType = facts.outputType;
		this.model = ready.model;
		this.batchSize = paddedSize(ready.mill.batch, inputs);
		this.#ready = ready;
		this.#signal = signal;
	}

	/** Created on first use: a signal costs a microsecond, and most mills never read it. */
	get signal(): AbortSignal {
		return this.#signal();
	}

	get uses(): RunContext["uses"] {
		this.#uses ??= usesOf(this.#ready, this.#signal);
		return this.#uses;
	}
}

/**
 * Runs a mill on a decoded and checked input, and checks its output. Throws a Problem or a Crash. Returns a promise only if the
 * mill does: each promise would cost a turn of the microtask queue.
 */
export function compute(
	ready: ReadyMill,
	input: unknown,
	facts: Circumstances,
	signal: () => AbortSignal,
): MaybePromise<object> {
	let output: unknown;
	let isPromise: boolean;
	try {
		output = ready.mill.run(input, new CallContext(facts, ready, signal));
		isPromise = isThenable(output);
	} catch (error) {
		throw failureOfRun(ready.mill, error);
	}
	return isPromise ? checkLater(ready, output, facts) : checked(ready, output, facts);
}

async function checkLater(ready: ReadyMill, promise: unknown, facts: Circumstances): Promise<object> {
	let output: unknown;
	try {
		output = await promise;
	} catch (error) {
		throw failureOfRun(ready.mill, error);
	}
	return checked(ready, output, facts);
}

const MISMATCH = "the result does not match the output schema";
export const UNREADABLE = "the result cannot be read";

export function checked(
	{ mill, output: schema, rawTypes }: ReadyMill,
	output: unknown,
	facts: Circumstances,
): object {
	try {
		if (!schema.check(output))
			throw new Crash(`${MISMATCH}: ${schema.complaintForLog(output, `${mill.run} ${mill.runBatch}`)}`, {
				forAuthor: `${MISMATCH}: ${schema.complaint(output)}`,
			});
		// JSON.stringify would write something that was not checked. A Date, for example, is an empty object here and a string in JSON.
		if ("toJSON" in (output as object))
			throw new Crash("the result has a method toJSON: return plain data instead");
		mapBinary(output, mill.binary, (value, { mediaTypes }, place) => {
			const type = rawTypes.length > 0 ? facts.outputType : (mediaTypes[0] as string);
			if (beginsLike(type, value as Uint8Array)) return value;
			const seen = typeOfBytes(value as Uint8Array);
			throw new Crash(`${place} is no ${type}${seen === undefined ? "" : `: it begins like ${seen}`}`);
		});
		return output as object;
	} catch (error) {
		// A getter in the result can throw anything that `run` can throw, with the input in its message.
		throw isA(error, Crash) ? error : new Crash(UNREADABLE, { cause: error });
	}
}

function isThenable(value: unknown): boolean {
	return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** The Problem that a mill threw, if it may raise it; otherwise a Crash. */
export function failureOfRun(mill: Mill, error: unknown): Error {
	try {
		return permittedProblem(mill, error);
	} catch {
		// A getter of what was thrown throws, or it is a Proxy. What that throws may quote the input too.
		return new Crash("run threw a value that cannot be read");
	}
}

function permittedProblem(mill: Mill, error: unknown): Error {
	// A mill that it uses has crashed.
	if (isA(error, Crash)) return error;
	if (!Problem.is(error)) return new Crash("run threw", { cause: error });
	if (Object.hasOwn(mill.problems, error.code) || (MILL_MAY_RAISE as readonly string[]).includes(error.code))
		return asJson(error);
	// An author who forgets the code may have put a text with input in its place.
	const named = PROBLEM_CODE.test(error.code) ? `the problem "${error.code}"` : "a problem";
	return new Crash(`run raised ${named}, which the mill does not declare`, { cause: error });
}

const PROBLEM_CODE = /^[a-z][a-z0-9-]{0,63}$/;

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

const NOTHING: RunContext["uses"] = Object.freeze({});

/** The mills that a mill uses, as functions. */
function usesOf({ uses }: ReadyMill, signal: () => AbortSignal): RunContext["uses"] {
	if (uses.size === 0) return NOTHING;
	return Object.fromEntries(
		[...uses].map(([step, ready]) => [
			step,
			async (input: unknown, options: UsedMillOptions = {}) => runStep(step, ready, input, options, signal),
		]),
	);
}

/** Runs one step of a mill that uses others. Its problems get the name of the step. */
async function runStep(
	step: string,
	ready: ReadyMill,
	input: unknown,
	options: UsedMillOptions,
	signal: () => AbortSignal,
): Promise<object> {
	try {
		return await compute(ready, checkedInput(ready, input, options), factsOf(ready, options), signal);
	} catch (error) {
		if (Problem.is(error)) throw new Problem(error.code, error.detail, { step, ...error.members });
		if (isA(error, Crash))
			throw new Crash(`${step}: ${error.message}`, {
				cause: error.cause,
				...(error.forAuthor !== undefined && { forAuthor: `${step}: ${error.forAuthor}` }),
			});
		throw error;
	}
}

/** What `run` passes to a step is checked as what a caller sends. A wrong kind of value is a bug; the content may be the caller's. */
function checkedInput(ready: ReadyMill, input: unknown, options: UsedMillOptions): unknown {
	const { mill } = ready;
	const mediaType = options.mediaType ?? firstOf(mill);
	const form = mill.input[mediaType];
	if (!form) throw new Crash(`it has no input ${mediaType}`);
	if (form.kind !== "form") checkKind(form, mediaType, input);
	else {
		if (!isObject(input)) throw new Crash(`its ${mediaType} must be an object with its parts`);
		const stray = Object.keys(input).find((name) => !partsOf(form).some(([known]) => known === name));
		if (stray !== undefined) throw new Crash("it has no such part", { forAuthor: `it has no part ${stray}` });
		for (const [name, part] of partsOf(form))
			if (input[name] !== undefined || !part.isOptional) checkPart(part, name, input[name]);
	}
	checkSchema(ready, mediaType, input);
	return input;
}

function checkKind(form: InputForm, mediaType: string, input: unknown): void {
	if (form.kind === "text" && typeof input !== "string") throw new Crash(`its ${mediaType} must be a string`);
	if ((form.kind === "image" || form.kind === "bytes") && !(input instanceof Uint8Array))
		throw new Crash(`its ${mediaType} must be a Uint8Array`);
	checkSize(form, input);
	if (form.kind === "image") decodeImage(input as Uint8Array, mediaType);
}

function checkPart(part: InputForm, name: string, input: unknown): void {
	const { types: [first = ""] = [] } = part;
	if (input === undefined) throw new Crash(`its part ${name} is missing`);
	const seen = part.kind === "image" && input instanceof Uint8Array ? typeOfBytes(input) : undefined;
	checkKind(part, seen !== undefined && part.types?.includes(seen) ? seen : first, input);
}

/** Checks a decoded input against the schema of its media type, if it has one. */
export function checkSchema({ inputs }: ReadyMill, mediaType: string, input: unknown): void {
	const schema = inputs.get(mediaType);
	if (schema && !schema.check(input))
		throw new Problem("invalid-input", `Make the input match its schema: ${schema.complaint(input)}.`);
}

function checkSize({ maxBytes }: InputForm, input: unknown): void {
	const size =
		typeof input === "string" ? Buffer.byteLength(input) : input instanceof Uint8Array ? input.byteLength : 0;
	if (size > maxBytes)
		throw new Problem(
			"content-too-large",
			`Send a smaller input: a step takes ${describeBytes(maxBytes)} at most.`,
			{
				maxBytes,
			},
		);
}

function factsOf({ mill, parameters: schema, rawTypes }: ReadyMill, options: UsedMillOptions): Circumstances {
	const parameters = { ...defaultsOf(mill.parameters), ...options.parameters };
	if (!schema.check(parameters)) {
		const wrong = "its parameters are wrong";
		throw new Crash(`${wrong}: ${schema.complaintForLog(parameters)}`, {
			forAuthor: `${wrong}: ${schema.complaint(parameters)}`,
		});
	}
	const outputType = options.outputType ?? rawTypes[0] ?? "application/json";
	if (options.outputType !== undefined && !rawTypes.includes(options.outputType))
		throw new Crash(`it has no output ${options.outputType}`);
	return { parameters, mediaType: options.mediaType ?? firstOf(mill), outputType };
}

function firstOf({ input }: Mill): string {
	return Object.keys(input)[0] ?? "";
}
