import { Buffer } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { typeOfBytes } from "../../codecs/formats/signatures.js";
import { encodeForm } from "../../codecs/multipart/form-body.js";
import { partsOf } from "../../core/definition/form.js";
import type { InputForm } from "../../core/definition/input.js";
import { MiB } from "../../core/definition/limits.js";
import { type Example, inputParts, type Mill } from "../../core/definition/mill.js";
import { readTrouble, UnreadableFile } from "../../core/file-trouble.js";
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
	const form = mill.input[exampleType(mill, example)];
	if (form?.kind !== "form") return bytesOf(form, example.input);
	const given = example.input as Readonly<Record<string, unknown>>;
	return encodeForm(
		partsOf(form).flatMap(([name, part]) => {
			if (given[name] === undefined) return [];
			const content = bytesOf(part, given[name]);
			const [first = ""] = part.types ?? [];
			return [{ name, mediaType: (part.kind === "image" && typeOfBytes(content)) || first, content }];
		}),
	);
}

function bytesOf(form: InputForm | undefined, input: unknown): Uint8Array {
	if (input instanceof URL) return readNamed(input);
	if (input instanceof Uint8Array) return input;
	return Buffer.from(form?.kind === "text" ? String(input) : JSON.stringify(input));
}

/** The bytes of a file that an example names. */
export function readNamed(file: URL, advice = ""): Uint8Array {
	try {
		return readFileSync(file);
	} catch (error) {
		throw new UnreadableFile(
			`The example names a file that cannot be read: ${readTrouble(fileURLToPath(file), error)}.${advice}`,
		);
	}
}

/** Larger inputs are not useful to try out, and reading them would block the server. */
const LARGEST = MiB;

/** Whether the server can send the input of an example: not if its file is missing or too large. */
export function canBeGiven({ input }: Example): boolean {
	const sizes = inputParts(input).map((part) => {
		if (part instanceof Uint8Array) return part.byteLength;
		if (!(part instanceof URL)) return 0;
		return statSync(part, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY;
	});
	return sizes.reduce((sum, size) => sum + size, 0) <= LARGEST;
}
