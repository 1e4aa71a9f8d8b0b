import { beginsLike, typeOfBytes } from "../codecs/formats/signatures.js";
import { LongInput } from "../codecs/long-input.js";
import { paddedSize } from "../core/definition/batch.js";
import type { RunContext, SettingValues, UsedFunction, UsedMillOptions } from "../core/definition/mill.js";
import type { ParameterValues } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { mapBinary } from "../core/schema/binary-values.js";
import type { Circumstances } from "./circumstances.js";
import { computeParts, foldParts } from "./compute-parts.js";
import { Crash } from "./failures.js";
import type { ReadyMill } from "./ready-mill.js";
import { failureOfRun } from "./run-failure.js";
import { checkedInput, factsOf } from "./step-input.js";

/** A value, or a promise of one. */
export type MaybePromise<T> = T | Promise<T>;

const ignored = () => {};

/** The second argument of `run`. A class, because an object literal with a getter allocates four kilobytes per call. */
export class CallContext implements RunContext {
	readonly parameters: ParameterValues;
	readonly settings: SettingValues;
	readonly mediaType: string;
	readonly outputType: string;
	readonly model: unknown;
	readonly batchSize: number;
	readonly progress: (done: number) => void;
	readonly #ready: ReadyMill;
	readonly #signal: () => AbortSignal;
	#uses: RunContext["uses"] | undefined;

	constructor(
		facts: Circumstances,
		ready: ReadyMill,
		signal: () => AbortSignal,
		inputs = 1,
		onProgress: (done: number) => void = ignored,
	) {
		this.parameters = facts.parameters;
		this.settings = ready.mill.settingValues;
		this.mediaType = facts.mediaType;
		this.outputType = facts.outputType;
		this.model = ready.model;
		this.batchSize = paddedSize(ready.mill.batch, inputs);
		this.progress = onProgress;
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
	if (ready.growing) return foldParts(ready, input, new CallContext(facts, ready, signal));
	if (input instanceof LongInput) return computeLong(ready, input, facts, signal);
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

/** The same for an input that comes while `run` computes. */
async function computeLong(
	ready: ReadyMill,
	input: LongInput,
	facts: Circumstances,
	signal: () => AbortSignal,
): Promise<object> {
	try {
		const output = await ready.mill.run(input, new CallContext(facts, ready, signal));
		input.demandRight();
		return checked(ready, output, facts);
	} catch (error) {
		input.demandRight();
		throw Crash.is(error) ? error : failureOfRun(ready.mill, error);
	} finally {
		input.close();
	}
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
		throw Crash.is(error) ? error : new Crash(UNREADABLE, { cause: error });
	}
}

function isThenable(value: unknown): boolean {
	return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

const NOTHING: RunContext["uses"] = Object.freeze({});

/** The mills that a mill uses, as functions. */
function usesOf({ uses }: ReadyMill, signal: () => AbortSignal): RunContext["uses"] {
	if (uses.size === 0) return NOTHING;
	return Object.fromEntries([...uses].map(([step, ready]) => [step, usedFunction(step, ready, signal)]));
}

function usedFunction(step: string, ready: ReadyMill, signal: () => AbortSignal): UsedFunction {
	const whole = async (input: unknown, options: UsedMillOptions = {}): Promise<object> => {
		try {
			return await compute(ready, checkedInput(ready, input, options), factsOf(ready, options), signal);
		} catch (error) {
			throw failureOfStep(step, error);
		}
	};
	async function* parts(
		input: unknown,
		options: UsedMillOptions = {},
	): AsyncGenerator<unknown, object, void> {
		try {
			const facts = factsOf(ready, options);
			const checkedOne = checkedInput(ready, input, options);
			return yield* computeParts(ready, checkedOne, new CallContext(facts, ready, signal));
		} catch (error) {
			throw failureOfStep(step, error);
		}
	}
	return Object.assign(whole, { parts });
}

/** What a step threw, with the name of the step. */
function failureOfStep(step: string, error: unknown): unknown {
	if (Problem.is(error)) return new Problem(error.code, error.detail, { step, ...error.members });
	if (!Crash.is(error)) return error;
	return new Crash(`${step}: ${error.message}`, {
		cause: error.cause,
		...(error.forAuthor !== undefined && { forAuthor: `${step}: ${error.forAuthor}` }),
	});
}
