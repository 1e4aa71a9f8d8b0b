import { isDeepStrictEqual } from "node:util";
import { describeError } from "../core/describe-error.js";
import { exampleCall } from "./example-call.js";
import { perform } from "./perform.js";
import type { ReadyMill } from "./ready-mill.js";

/** An example that a mill did not meet. */
export interface Disagreement {
	/** Its place in `examples`. */
	readonly example: number;
	readonly expected: unknown;
	readonly actual: unknown;
}

const NEVER = new AbortController().signal;

/** Runs a mill's own examples and says which it does not meet; the order may be chosen. */
export async function examine(ready: ReadyMill, order?: readonly number[]): Promise<Disagreement[]> {
	const { mill } = ready;
	const disagreements: Disagreement[] = [];
	for (const i of order ?? mill.examples.keys()) {
		const example = mill.examples[i];
		if (!example) continue;
		const expected = example.output;
		try {
			const content = await perform(ready, exampleCall(mill, example), () => NEVER);
			const actual: unknown = JSON.parse(String(content));
			const agrees = mill.agrees ? mill.agrees(expected, actual) : isDeepStrictEqual(actual, expected);
			if (!agrees) disagreements.push({ example: i, expected, actual });
		} catch (error) {
			disagreements.push({ example: i, expected, actual: describeError(error) });
		}
	}
	return disagreements;
}
