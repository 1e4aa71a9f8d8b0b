import { isDeepStrictEqual } from "node:util";
import { encodeJson } from "../../codecs/formats/json.js";
import type { Mill } from "../../core/definition/mill.js";
import { perform } from "../perform.js";
import { describeFailure } from "./describe-failure.js";
import { exampleCall } from "./example-call.js";
import type { ReadyMill } from "./ready-mill.js";

/** The result of one of a mill's own examples. */
export interface ExampleResult {
	/** Its index in `examples`. */
	readonly example: number;
	readonly agrees: boolean;
	readonly expected: unknown;
	/** Undefined if the mill failed. */
	readonly actual?: unknown;
	/** The message and stack for the author. Undefined if the mill did not fail. */
	readonly failure?: string;
}

const NEVER = new AbortController().signal;

/** Runs a mill's own examples, in `order` if it is given. */
export async function examine(ready: ReadyMill, order?: readonly number[]): Promise<ExampleResult[]> {
	const { mill } = ready;
	const findings: ExampleResult[] = [];
	for (const i of order ?? mill.examples.keys()) {
		const example = mill.examples[i];
		if (!example) continue;
		// As JSON represents it: -0 becomes 0, and undefined members are omitted.
		const expected = JSON.parse(String(encodeJson(example.output)));
		try {
			const content = await perform(ready, exampleCall(mill, example), () => NEVER);
			const actual = JSON.parse(String(content));
			findings.push({ example: i, agrees: agree(mill, expected, actual), expected, actual });
		} catch (error) {
			findings.push({ example: i, agrees: false, expected, failure: describeFailure(error) });
		}
	}
	return findings;
}

function agree({ agrees }: Mill, expected: unknown, actual: unknown): boolean {
	if (!agrees) return isDeepStrictEqual(actual, expected);
	const verdict: unknown = agrees(expected, actual);
	// A promise is truthy, so every example would pass.
	if (typeof verdict !== "boolean")
		throw new TypeError(`Let agrees return true or false: it returned ${typeof verdict}.`);
	return verdict;
}
