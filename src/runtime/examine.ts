import { isDeepStrictEqual } from "node:util";
import { encodeJson } from "../codecs/json.js";
import { describeError } from "../core/describe-error.js";
import type { Mill } from "../core/mill.js";
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
		// As JSON carries it: there -0 is 0, and a member that is undefined is none.
		const expected = JSON.parse(String(encodeJson(example.output)));
		try {
			const content = await perform(ready, exampleCall(mill, example), () => NEVER);
			const actual = JSON.parse(String(content));
			findings.push({ example: i, agrees: agree(mill, expected, actual), expected, actual });
		} catch (error) {
			findings.push({ example: i, agrees: false, expected, actual: describeError(error) });
		}
	}
	return findings;
}

function agree({ agrees }: Mill, expected: unknown, actual: unknown): boolean {
	if (!agrees) return isDeepStrictEqual(actual, expected);
	const verdict: unknown = agrees(expected, actual);
	// A promise is true like any object, and every example would be met.
	if (typeof verdict !== "boolean")
		throw new TypeError(`Let agrees return true or false: it returned ${typeof verdict}.`);
	return verdict;
}
