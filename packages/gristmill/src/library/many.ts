import { Problem } from "../core/problem.js";
import type { CallOptions, Outcome } from "./types.js";

/**
 * Calls a mill for every input, at most `most` at a time, and gives the outcomes in order. A problem is an outcome; only an
 * aborted signal, a closed mill or an error of the inputs ends all. Calls that the reader does not wait for are ended.
 */
export async function* outcomes<Input>(
	inputs: Iterable<Input> | AsyncIterable<Input>,
	most: number,
	options: CallOptions,
	run: (input: Input, options: CallOptions) => Promise<unknown>,
): AsyncGenerator<Outcome<Input, unknown>, void, undefined> {
	const leaving = new AbortController();
	const signal = options.signal ? AbortSignal.any([options.signal, leaving.signal]) : leaving.signal;
	const begun: Promise<Outcome<Input, unknown>>[] = [];
	const begin = async (input: Input, index: number): Promise<Outcome<Input, unknown>> => {
		try {
			return { index, input, output: await run(input, { ...options, signal }) };
		} catch (error) {
			if (Problem.is(error)) return { index, input, problem: error };
			throw error;
		}
	};
	try {
		let index = 0;
		for await (const input of inputs) {
			const outcome = begin(input, index++);
			// It is awaited in its turn, or not at all.
			outcome.catch(() => {});
			begun.push(outcome);
			if (begun.length >= most) yield await (begun.shift() as (typeof begun)[0]);
		}
		while (begun.length > 0) yield await (begun.shift() as (typeof begun)[0]);
	} finally {
		leaving.abort();
	}
}
