import { Buffer } from "node:buffer";
import { encodeForm } from "../../codecs/multipart/form-body.js";
import { inputTooLarge } from "../../core/input-too-large.js";
import { textsOf } from "../../core/parameter-texts.js";
import { Problem } from "../../core/problem.js";
import { isObject } from "../../core/schema/is-object.js";
import { isDataUri } from "./data-uri.js";
import { encodeText } from "./encode-text.js";
import { holdsBytes, readBytes } from "./read-bytes.js";
import {
	argumentNames,
	inputsOf,
	type ToolFacts,
	type ToolInput,
	type ToolPart,
	undecided,
} from "./tool-facts.js";

/** The arguments of a tool as an HTTP call: a body, its media type, and parameter texts by name. */
export interface ToolCall {
	readonly mediaType: string;
	readonly body: Uint8Array;
	readonly parameters: ReadonlyMap<string, readonly string[]>;
}

type Members = Readonly<Record<string, unknown>>;

/** Reads the arguments of a tool; throws a Problem that says what to give instead. */
export function readArguments(facts: ToolFacts, given: Members): ToolCall {
	const [form] = facts.inputs;
	if (form?.parts) return readParts(facts, form, form.parts, given);
	const names = argumentNames(facts);
	const hasMediaType = undecided(facts).length > 0;
	const parameters = new Map<string, readonly string[]>();
	for (const [name, value] of Object.entries(given))
		if (name !== names.input && !(hasMediaType && name === names.mediaType))
			parameters.set(name, textsOf(name, value));
	refuseLongParameters(parameters);
	if (!Object.hasOwn(given, names.input))
		throw new Problem("empty-input", `The argument "${names.input}" is missing.`);
	const wanted = hasMediaType ? given[names.mediaType] : undefined;
	const { input, body } = readInput(facts, names.input, given[names.input], wanted, parameters);
	mustFit(input, body, "");
	return { mediaType: input.mediaType, body, parameters };
}

/** Reads the parts of a form, each from the argument of its name. */
function readParts(facts: ToolFacts, form: ToolInput, parts: readonly ToolPart[], given: Members): ToolCall {
	const parameters = new Map<string, readonly string[]>();
	for (const [name, value] of Object.entries(given))
		if (!parts.some((part) => part.name === name)) parameters.set(name, textsOf(name, value));
	refuseLongParameters(parameters);
	const found = parts.flatMap(({ name, inputs, isOptional }) => {
		if (!Object.hasOwn(given, name)) {
			if (isOptional) return [];
			throw new Problem("invalid-input", `The argument "${name}" is missing.`, { part: name });
		}
		const { input, body: content } = readInput(
			{ ...facts, inputs },
			name,
			given[name],
			undefined,
			parameters,
		);
		mustFit(input, content, `The argument "${name}"`);
		return [{ name, mediaType: input.mediaType, content }];
	});
	const body = encodeForm(found);
	mustFit(form, body);
	return { mediaType: form.mediaType, body, parameters };
}

function mustFit({ maxBytes }: ToolInput, { byteLength }: Uint8Array, what?: string): void {
	if (maxBytes !== undefined && byteLength > maxBytes) throw inputTooLarge(maxBytes, what);
}

/** The query string of an HTTP call cannot be longer, and the parameter reader is made for that size. */
const MOST_PARAMETERS = 16 * 1024;

function refuseLongParameters(parameters: ToolCall["parameters"]): void {
	let length = 0;
	for (const [name, texts] of parameters)
		for (const text of texts) {
			length += name.length + text.length + 2;
			if (length > MOST_PARAMETERS)
				throw new Problem(
					"bad-parameter",
					`The parameters together have ${MOST_PARAMETERS} characters or more. Use fewer.`,
				);
		}
}

function readInput(
	facts: ToolFacts,
	name: string,
	value: unknown,
	wanted: unknown,
	parameters: ToolCall["parameters"],
): { input: ToolInput; body: Uint8Array } {
	const inputs = inputsOf(facts);
	const find = (kind: ToolInput["kind"]) => {
		const candidates = inputs.filter((input) => input.kind === kind);
		return candidates.find(({ mediaType }) => mediaType === wanted) ?? candidates[0];
	};
	const known = undecided(facts);
	if (wanted !== undefined && !known.some((type) => type === wanted))
		throw new Problem(
			"unsupported-media-type",
			`The argument "${argumentNames(facts).mediaType}" must be one of ${known.join(", ")}.`,
		);
	const text = find("text");
	if (text && typeof value === "string") return { input: text, body: encodeText(text, value, parameters) };
	const bytes = inputs.filter(({ kind }) => kind === "bytes");
	const json = find("json");
	if (bytes.length > 0 && isObject(value) && (!json || holdsBytes(value)))
		return readBytes(bytes, name, value);
	// In a tool that takes text or any JSON, such a string is the input itself.
	if (bytes.length > 0 && !json && typeof value === "string" && isDataUri(value))
		return readBytes(bytes, name, value);
	if (json) return { input: json, body: encodeJson(value) };
	const wish = text ? "a text" : `an object such as {"data": BASE64, "mimeType": "${bytes[0]?.mediaType}"}`;
	throw new Problem("invalid-input", `The argument "${name}" is ${kindOf(value)}, and must be ${wish}.`);
}

function encodeJson(value: unknown): Uint8Array {
	try {
		return Buffer.from(JSON.stringify(value));
	} catch {
		// The value was parsed from JSON, so only its depth can be a problem.
		throw new Problem("unreadable-input", "The input nests arrays and objects too deep.");
	}
}

function kindOf(value: unknown): string {
	if (value === null) return "null";
	return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}
