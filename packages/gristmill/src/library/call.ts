import { type ResultType, rawTypes } from "../codecs/encode.js";
import { typeOfBytes } from "../codecs/formats/signatures.js";
import { partsOf } from "../core/definition/form.js";
import type { InputForm } from "../core/definition/input.js";
import type { Mill } from "../core/definition/mill.js";
import { textsOf } from "../core/parameter-texts.js";
import { type ParameterReader, parameterReader } from "../core/parameters.js";
import { Problem } from "../core/problem.js";
import { isObject } from "../core/schema/is-object.js";
import { exampleBytes } from "../runtime/loading/example-call.js";
import type { Call } from "../runtime/perform.js";
import { isLong } from "./pieces.js";
import type { CallOptions } from "./types.js";

type Values = Readonly<Record<string, unknown>>;

/** Makes the calls of a mill from values. They are checked as those of a server: the code and the text of a problem are the same. */
export function callMaker(mill: Mill): (input: unknown, parameters: Values, options: CallOptions) => Call {
	// For a program, a path parameter is like any other parameter.
	const reader = parameterReader(mill.parameters, []);
	const raw = rawTypes(mill);
	return (input, given, { mediaType: wanted, accept }) => {
		const mediaType = mediaTypeOf(mill, input, wanted);
		const parameters = read(reader, given);
		const resultType = resultTypeOf(raw, accept);
		const isInPieces = isLong(input);
		const body = isInPieces ? NOTHING : bytesOf(mill, mediaType, input);
		const { maxBytes } = mill.input[mediaType] as InputForm;
		if (body.byteLength > maxBytes)
			throw new Problem("content-too-large", `Send at most ${maxBytes} bytes.`, { maxBytes });
		return {
			mediaType,
			charset: undefined,
			parameters,
			resultType,
			links: undefined,
			body,
			maxOutput: mill.maxOutput,
			...(isInPieces && { isLong: true }),
		};
	};
}

const NOTHING = new Uint8Array(0);

function read(reader: ParameterReader, given: Values): Call["parameters"] {
	if (!isObject(given))
		throw new Problem(
			"bad-parameter",
			"The parameters are not an object. Give them by name, as { name: value }.",
		);
	const texts = new Map<string, readonly string[]>();
	for (const [name, value] of Object.entries(given))
		if (value !== undefined) texts.set(name, textsOf(name, value));
	return reader.readTexts(texts);
}

function resultTypeOf(raw: readonly ResultType[], accept: string | undefined): ResultType {
	if (accept === undefined) return "application/json";
	if (raw.includes(accept)) return accept;
	throw new Problem(
		"not-acceptable",
		raw.length === 0
			? `This mill gives no bytes alone, and accept is ${accept}. Leave out accept.`
			: `This mill gives ${raw.join(" or ")}, and accept is ${accept}. Choose one of these, or leave out accept.`,
		{ available: raw },
	);
}

function mediaTypeOf({ input: forms }: Mill, input: unknown, wanted: string | undefined): string {
	const offered = Object.entries(forms);
	const all = offered.map(([type]) => type).join(" or ");
	if (wanted !== undefined) {
		const form = Object.hasOwn(forms, wanted) ? forms[wanted] : undefined;
		if (!form)
			throw new Problem("unsupported-media-type", `This mill takes ${all}, and mediaType is ${wanted}.`);
		if (!fits(form, input)) throw misfit(input, wanted);
		return wanted;
	}
	// The first bytes of a picture say what it is.
	const seen = input instanceof Uint8Array ? typeOfBytes(input) : undefined;
	if (seen !== undefined && Object.hasOwn(forms, seen)) return seen;
	const fitting = offered.filter(([, form]) => fits(form, input));
	const [type] = fitting.find(([, form]) => isMeant(form, input)) ?? fitting[0] ?? [];
	if (type === undefined) throw misfit(input, all);
	return type;
}

/** Whether the input is what a form yields. Bytes may also be encoded text or JSON. */
function isMeant({ kind }: InputForm, input: unknown): boolean {
	if (input instanceof Uint8Array) return kind === "bytes" || kind === "image";
	return typeof input !== "string" || kind === "text";
}

function fits(form: InputForm, input: unknown): boolean {
	if (input instanceof Uint8Array) return form.kind !== "form";
	if (isLong(input)) return form.stream !== undefined;
	if (input === undefined || input instanceof URL || typeof input === "function") return false;
	if (form.kind === "text") return typeof input === "string";
	if (form.kind === "json") return true;
	if (form.kind !== "form") return false;
	if (!isObject(input)) return false;
	const stray = Object.keys(input).find((name) => !partsOf(form).some(([known]) => known === name));
	if (stray === undefined) return partsOf(form).every(([name, part]) => partFits(part, input[name]));
	throw new Problem(
		"invalid-input",
		`This mill's form has no part "${stray}". Its parts are ${namesOf(form)}.`,
	);
}

function partFits(part: InputForm, value: unknown): boolean {
	return value === undefined || fits(part, value);
}

function namesOf(form: InputForm): string {
	return partsOf(form)
		.map(([name]) => name)
		.join(", ");
}

function misfit(input: unknown, types: string): Problem {
	return new Problem(
		"unsupported-media-type",
		`This mill takes ${types}, and the input is ${describe(input)}.`,
	);
}

function describe(input: unknown): string {
	if (input === undefined) return "missing";
	if (input === null) return "null";
	if (input instanceof URL) return "a URL: read the file, and give its bytes";
	if (input instanceof Uint8Array) return "bytes";
	if (Array.isArray(input)) return "a list";
	if (isLong(input)) return "in pieces";
	return typeof input === "object" ? "an object" : `a ${typeof input}`;
}

function bytesOf(mill: Mill, mediaType: string, input: unknown): Uint8Array {
	try {
		return exampleBytes(mill, { input, mediaType, output: {} });
	} catch (error) {
		if (Problem.is(error)) throw error;
		throw new Problem(
			"invalid-input",
			`The input cannot be written as JSON: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : typeof error}.`,
		);
	}
}
