import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { encodeJson } from "../../codecs/formats/json.js";
import type { Example, Mill } from "../../core/definition/mill.js";
import { mapBinary, withBase64, withBytes } from "../../core/schema/binary-values.js";
import { perform } from "../perform.js";
import type { ReadyMill } from "../ready-mill.js";
import { describeFailure } from "./describe-failure.js";
import { exampleCall, readNamed } from "./example-call.js";

/** The result of one of a mill's own examples. Bytes are described: their number and a hash. */
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
		if (example) findings.push({ example: i, ...(await runExample(ready, example)) });
	}
	return findings;
}

async function runExample(ready: ReadyMill, example: Example): Promise<Omit<ExampleResult, "example">> {
	const { mill } = ready;
	let expected: unknown;
	try {
		expected = expectedOutput(mill, example);
		const call = exampleCall(mill, example);
		const content = await perform(ready, call, () => NEVER);
		const actual = withBytes(JSON.parse(String(content)), mill.binary);
		// The other media types of its bytes have no expected bytes, but each must be what it says.
		for (const resultType of ready.rawTypes.slice(1))
			await perform(ready, { ...call, resultType }, () => NEVER);
		return {
			agrees: agree(mill, expected, actual),
			expected: described(mill, expected),
			actual: described(mill, actual),
		};
	} catch (error) {
		return { agrees: false, expected: described(mill, expected), failure: describeFailure(error) };
	}
}

const ADVICE = " Write it with gristmill test --update.";

/** As JSON represents it: -0 becomes 0, and undefined members are omitted. Bytes stay bytes. */
function expectedOutput({ binary }: Mill, { output }: Example): unknown {
	const read = mapBinary(output, binary, (value) =>
		value instanceof URL ? readNamed(value, ADVICE) : value,
	);
	return withBytes(JSON.parse(String(encodeJson(withBase64(read as object, binary)))), binary);
}

function described({ binary }: Mill, output: unknown): unknown {
	return mapBinary(output, binary, (value) => {
		if (!(value instanceof Uint8Array)) return value;
		const hash = createHash("sha256").update(value).digest("hex");
		return `${value.byteLength} bytes, SHA-256 ${hash.slice(0, 16)}…`;
	});
}

function agree({ agrees }: Mill, expected: unknown, actual: unknown): boolean {
	if (!agrees) return isDeepStrictEqual(actual, expected);
	const verdict: unknown = agrees(expected, actual);
	// A promise is truthy, so every example would pass.
	if (typeof verdict !== "boolean")
		throw new TypeError(`agrees returned ${typeof verdict}. Let it return true or false.`);
	return verdict;
}
