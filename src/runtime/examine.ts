import { isDeepStrictEqual } from "node:util";
import { describeError } from "../core/describe-error.js";
import { exampleCall } from "./example-call.js";
import { perform } from "./perform.js";
import type { ReadyMill } from "./ready-mill.js";

/** What a mill answered to one of its own examples. */
export interface Finding {
	/** Its place in `examples`. */
	readonly example: number;
	readonly agrees: boolean;
	readonly expected: unknown;
	/** What came out; where the mill failed, why. */
	readonly actual: unknown;
}

const NEVER = new AbortController().signal;

/** Runs a mill's own examples, in this order if one is given. */
export async function examine(ready: ReadyMill, order?: readonly number[]): Promise<Finding[]> {
	const { mill } = ready;
	const findings: Finding[] = [];
	for (const i of order ?? mill.examples.keys()) {
		const example = mill.examples[i];
		if (!example) continue;
		const expected = example.output;
		try {
			const content = await perform(ready, exampleCall(mill, example), () => NEVER);
			const actual = JSON.parse(String(content));
			const agrees = mill.agrees ? mill.agrees(expected, actual) : isDeepStrictEqual(actual, expected);
			findings.push({ example: i, agrees, expected, actual });
		} catch (error) {
			findings.push({ example: i, agrees: false, expected, actual: describeError(error) });
		}
	}
	return findings;
}
