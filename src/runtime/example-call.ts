import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { properties } from "../core/json-schema.js";
import type { Example, Mill } from "../core/mill.js";
import type { Call } from "./perform.js";

/** The call that an example describes. */
export function exampleCall(mill: Mill, example: Example): Call {
	const mediaType = example.mediaType ?? Object.keys(mill.input)[0] ?? "";
	const defaults = Object.entries(properties(mill.parameters))
		.filter(([, schema]) => "default" in schema)
		.map(([name, schema]) => [name, schema.default]);
	return {
		mediaType,
		charset: undefined,
		parameters: { ...Object.fromEntries(defaults), ...example.parameters },
		resultType: "application/json",
		links: undefined,
		body: exampleBody(mill, mediaType, example.input),
	};
}

/** The bytes of a mill's largest example; one that cannot be read counts nothing, and fails where it is tried. */
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

function exampleBody(mill: Mill, mediaType: string, input: unknown): Uint8Array {
	if (input instanceof URL) return readFileSync(input);
	if (input instanceof Uint8Array) return input;
	return Buffer.from(mill.input[mediaType]?.kind === "text" ? String(input) : JSON.stringify(input));
}
