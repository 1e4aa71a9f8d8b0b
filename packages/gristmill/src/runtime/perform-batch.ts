import type { Content } from "../codecs/encode.js";
import { isA } from "../core/is-a.js";
import { Problem } from "../core/problem.js";
import type { Circumstances } from "./circumstances.js";
import { CallContext, checked, compute } from "./compute.js";
import { Crash } from "./failures.js";
import { type Call, encode, factsOf, readInput } from "./perform.js";
import type { ReadyMill } from "./ready-mill.js";
import { failureOfRun } from "./run-failure.js";

/** The answer to one call of a batch. Its error is a Problem, or it says only that the call could not be computed in company. */
type BatchAnswer = { readonly content: Content } | { readonly error: Error };

/**
 * Several calls with the same parameters, media type and result type, computed together. Each is decoded, checked and encoded by
 * itself. An error that is not a Problem says nothing about its call: the call must be computed again alone. `onComputed` is called when
 * only encoding is left.
 */
export async function performBatch(
	ready: ReadyMill,
	calls: readonly Call[],
	signal: () => AbortSignal,
	onComputed: () => void = () => {},
): Promise<BatchAnswer[]> {
	const answers = new Array<BatchAnswer>(calls.length);
	const read: { readonly call: Call; readonly place: number; readonly input: unknown }[] = [];
	for (const [place, call] of calls.entries()) {
		try {
			read.push({ call, place, input: readInput(ready, call) });
		} catch (error) {
			answers[place] = { error: error as Error };
		}
	}
	const outputs = await outputsOf(
		ready,
		read.map(({ input }) => input),
		factsOf(ready, calls[0] as Call),
		signal,
	);
	onComputed();
	for (const [i, { call, place }] of read.entries()) {
		const output = outputs[i] as object;
		try {
			answers[place] = isA(output, Error) ? { error: output } : { content: encode(ready, output, call) };
		} catch (error) {
			answers[place] = { error: error as Error };
		}
	}
	return answers;
}

/** One output or error for each input. */
async function outputsOf(
	ready: ReadyMill,
	inputs: readonly unknown[],
	facts: Circumstances,
	signal: () => AbortSignal,
): Promise<readonly object[]> {
	try {
		if (inputs.length > 1) return await computeBatch(ready, inputs, facts, signal);
		return await Promise.all(inputs.map((input) => compute(ready, input, facts, signal)));
	} catch (error) {
		return inputs.map(() => error as Error);
	}
}

/** Runs a mill on several inputs and checks each output. Throws a Crash if the batch failed as a whole. */
async function computeBatch(
	ready: ReadyMill,
	inputs: readonly unknown[],
	facts: Circumstances,
	signal: () => AbortSignal,
): Promise<readonly object[]> {
	const { mill } = ready;
	let outputs: unknown;
	try {
		outputs = await mill.runBatch?.(inputs, new CallContext(facts, ready, signal, inputs.length));
	} catch (error) {
		// It does not say which input caused it.
		throw new Crash("runBatch threw", { cause: error });
	}
	if (!Array.isArray(outputs) || outputs.length !== inputs.length)
		throw new Crash(
			`runBatch must return an array with one output for each of ${inputs.length} inputs: it returned ${Array.isArray(outputs) ? outputs.length : typeof outputs}`,
		);
	return Array.from(outputs, (output: unknown) => {
		try {
			return Problem.is(output) ? failureOfRun(mill, output) : checked(ready, output, facts);
		} catch (error) {
			return error as Error;
		}
	});
}
