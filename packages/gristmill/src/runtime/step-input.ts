import { decodeInput } from "../codecs/decode.js";
import { decodeImage } from "../codecs/formats/image.js";
import { typeOfBytes } from "../codecs/formats/signatures.js";
import { partsOf } from "../core/definition/form.js";
import type { InputForm } from "../core/definition/input.js";
import type { Mill, UsedMillOptions } from "../core/definition/mill.js";
import { describeBytes } from "../core/describe-bytes.js";
import { Problem } from "../core/problem.js";
import { isObject } from "../core/schema/is-object.js";
import { defaultsOf } from "../core/schema/json-schema.js";
import type { Circumstances } from "./circumstances.js";
import { Crash } from "./failures.js";
import type { ReadyMill } from "./ready-mill.js";

/** What `run` passes to a step is checked as what a caller sends. A wrong kind of value is a bug; the content may be the caller's. */
export function checkedInput(ready: ReadyMill, input: unknown, options: UsedMillOptions): unknown {
	const { mill } = ready;
	const mediaType = options.mediaType ?? firstOf(mill);
	const form = mill.input[mediaType];
	if (!form) throw new Crash(`it has no input ${mediaType}`);
	if (form.kind !== "form") checkKind(form, mediaType, input);
	else {
		if (!isObject(input)) throw new Crash(`its ${mediaType} must be an object with its parts`);
		const stray = Object.keys(input).find((name) => !partsOf(form).some(([known]) => known === name));
		if (stray !== undefined) throw new Crash("it has no such part", { forAuthor: `it has no part ${stray}` });
		for (const [name, part] of partsOf(form))
			if (input[name] !== undefined || !part.isOptional) checkPart(part, name, input[name]);
	}
	checkSchema(ready, mediaType, input);
	const isWhole = form.stream !== undefined && (typeof input === "string" || input instanceof Uint8Array);
	return isWhole ? decodeInput(form, mediaType, undefined, Buffer.from(input), options.parameters) : input;
}

function checkKind(form: InputForm, mediaType: string, input: unknown): void {
	// A step may pass on what still comes, line by line or chunk by chunk.
	if (form.stream !== undefined && isObject(input) && Symbol.asyncIterator in input) return;
	if (form.kind === "text" && typeof input !== "string") throw new Crash(`its ${mediaType} must be a string`);
	if ((form.kind === "image" || form.kind === "bytes") && !(input instanceof Uint8Array))
		throw new Crash(`its ${mediaType} must be a Uint8Array`);
	checkSize(form, input);
	if (form.kind === "image") decodeImage(input as Uint8Array, mediaType);
}

function checkPart(part: InputForm, name: string, input: unknown): void {
	const { types: [first = ""] = [] } = part;
	if (input === undefined) throw new Crash(`its part ${name} is missing`);
	const seen = part.kind === "image" && input instanceof Uint8Array ? typeOfBytes(input) : undefined;
	checkKind(part, seen !== undefined && part.types?.includes(seen) ? seen : first, input);
}

/** Checks a decoded input against the schema of its media type, if it has one. */
export function checkSchema({ inputs }: ReadyMill, mediaType: string, input: unknown): void {
	const schema = inputs.get(mediaType);
	if (schema && !schema.check(input))
		throw new Problem("invalid-input", `Make the input match its schema: ${schema.complaint(input)}.`);
}

function checkSize({ maxBytes }: InputForm, input: unknown): void {
	const size =
		typeof input === "string" ? Buffer.byteLength(input) : input instanceof Uint8Array ? input.byteLength : 0;
	if (size > maxBytes)
		throw new Problem(
			"content-too-large",
			`Send a smaller input: a step takes ${describeBytes(maxBytes)} at most.`,
			{
				maxBytes,
			},
		);
}

export function factsOf(
	{ mill, parameters: schema, rawTypes }: ReadyMill,
	options: UsedMillOptions,
): Circumstances {
	const parameters = { ...defaultsOf(mill.parameters), ...options.parameters };
	if (!schema.check(parameters)) {
		const wrong = "its parameters are wrong";
		throw new Crash(`${wrong}: ${schema.complaintForLog(parameters)}`, {
			forAuthor: `${wrong}: ${schema.complaint(parameters)}`,
		});
	}
	const outputType = options.outputType ?? rawTypes[0] ?? "application/json";
	if (options.outputType !== undefined && !rawTypes.includes(options.outputType))
		throw new Crash(`it has no output ${options.outputType}`);
	return { parameters, mediaType: options.mediaType ?? firstOf(mill), outputType };
}

function firstOf({ input }: Mill): string {
	return Object.keys(input)[0] ?? "";
}
