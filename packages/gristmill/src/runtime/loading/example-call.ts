import { Buffer } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { MiB } from "../../core/definition/limits.js";
import type { Example, Mill } from "../../core/definition/mill.js";
import { defaultsOf } from "../../core/schema/json-schema.js";
import { exampleType } from "../../documents/examples.js";
import type { Call } from "../perform.js";

/** The call that an example describes. */
export function exampleCall(mill: Mill, example: Example): Call {
	return {
		mediaType: exampleType(mill, example),
		charset: undefined,
		parameters: { ...defaultsOf(mill.parameters), ...example.parameters },
		resultType: "application/json",
		links: undefined,
		body: exampleBytes(mill, example),
	};
}

/** The size of a mill's largest example in bytes. An example that cannot be read counts as 0; it fails when it runs. */
export function largestExample(mill: Mill | undefined): number {
	const sizes = (mill?.examples ?? []).map((example) => {
		try {
			return mill ? exampleCall(mill, example).body.byteLength : 0;
		} catch {
			return 0;
		}
	});
	return Math.max(0, ...sizes);
}

/** The body of an example's call. */
export function exampleBytes(mill: Mill, example: Example): Uint8Array {
	const { input } = example;
	if (input instanceof URL) return readFileSync(input);
	if (input instanceof Uint8Array) return input;
	const isText = mill.input[exampleType(mill, example)]?.kind === "text";
	return Buffer.from(isText ? String(input) : JSON.stringify(input));
}

/** Larger inputs are not useful to try out, and reading them would block the server. */
const LARGEST = MiB;

/** Whether the server can send the input of an example: not if its file is missing or too large. */
export function canBeGiven({ input }: Example): boolean {
	if (input instanceof Uint8Array) return input.byteLength <= LARGEST;
	if (!(input instanceof URL)) return true;
	const size = statSync(input, { throwIfNoEntry: false })?.size;
	return size !== undefined && size <= LARGEST;
}
