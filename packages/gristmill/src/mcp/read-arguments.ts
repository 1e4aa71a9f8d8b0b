import { Buffer } from "node:buffer";
import { parseMediaType } from "../core/http-words/media-type.js";
import { Problem } from "../core/problem.js";
import { isObject } from "../core/schema/is-object.js";
import { fromBase64 } from "./base64.js";
import {
	argumentNames,
	inputsOf,
	type ToolFacts,
	type ToolInput,
	takesText,
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
	const names = argumentNames(facts);
	const hasMediaType = undecided(facts).length > 0;
	const parameters = new Map<string, readonly string[]>();
	for (const [name, value] of Object.entries(given))
		if (name !== names.input && !(hasMediaType && name === names.mediaType))
			parameters.set(name, textsOf(name, value));
	refuseLongParameters(parameters);
	if (!Object.hasOwn(given, names.input))
		throw new Problem("empty-input", `Give the argument "${names.input}": it is missing.`);
	const wanted = hasMediaType ? given[names.mediaType] : undefined;
	const { input, body } = readInput(facts, names.input, given[names.input], wanted, parameters);
	if (input.maxBytes !== undefined && body.byteLength > input.maxBytes)
		throw new Problem("content-too-large", `Send at most ${input.maxBytes} bytes.`, {
			maxBytes: input.maxBytes,
		});
	return { mediaType: input.mediaType, body, parameters };
}

/** The texts of a query string, because the parameter reader reads texts. */
function textsOf(name: string, value: unknown): readonly string[] {
	return [value].flat().map((member: unknown) => {
		if (typeof member === "string" || typeof member === "number" || typeof member === "boolean")
			return String(member);
		const found = member === null ? "null" : Array.isArray(member) ? "a list in a list" : "an object";
		const hint = member === null ? ", or leave it out" : "";
		throw new Problem(
			"bad-parameter",
			`Give ${quoted(name)} as text, number, boolean or a list of them${hint}: it is ${found}.`,
		);
	});
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
					`Use fewer than ${MOST_PARAMETERS} characters in all parameters together.`,
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
			`Give "${argumentNames(facts).mediaType}" as one of ${known.join(", ")}.`,
		);
	const text = find("text");
	if (text && typeof value === "string") return { input: text, body: encodeText(text, value, parameters) };
	const bytes = inputs.filter(({ kind }) => kind === "bytes");
	const json = find("json");
	if (bytes.length > 0 && isObject(value) && (!json || holdsBytes(value)))
		return readBytes(bytes, name, value);
	if (json) return { input: json, body: encodeJson(value) };
	const wish = text ? "a text" : `an object such as {"data": BASE64, "mimeType": "${bytes[0]?.mediaType}"}`;
	throw new Problem("invalid-input", `Give "${name}" as ${wish}: it is ${kindOf(value)}.`);
}

const LONE = /\p{Surrogate}/u;

/** JSON can contain lone surrogates, which no charset can. They are treated like invalid bytes. */
function encodeText({ invalidBy }: ToolInput, text: string, parameters: ToolCall["parameters"]): Uint8Array {
	const offset = text.search(LONE);
	if (offset < 0 || (invalidBy !== undefined && parameters.get(invalidBy)?.[0] === "replace"))
		return Buffer.from(text);
	const otherwise = invalidBy === undefined ? "" : `, or set ${invalidBy}=replace`;
	throw new Problem(
		"unreadable-input",
		`Send text that is valid Unicode${otherwise}: a lone surrogate stands at UTF-16 offset ${offset}.`,
		{ offset },
	);
}

function encodeJson(value: unknown): Uint8Array {
	try {
		return Buffer.from(JSON.stringify(value));
	} catch {
		// The value was parsed from JSON, so only its depth can be a problem.
		throw new Problem("unreadable-input", "Nest arrays and objects less deep.");
	}
}

function holdsBytes(value: Members): boolean {
	return typeof value.data === "string" || isObject(value.resource);
}

/** Reads a content block: an image, an audio, an embedded resource, or the contents of one. */
function readBytes(
	inputs: readonly ToolInput[],
	name: string,
	block: Members,
): { input: ToolInput; body: Uint8Array } {
	const holder = isObject(block.resource) ? block.resource : block;
	const types = inputs.map(({ mediaType }) => mediaType);
	const mimeType = holder.mimeType ?? block.mimeType ?? (types.length === 1 ? types[0] : undefined);
	const essence = typeof mimeType === "string" ? parseMediaType(mimeType)?.essence : undefined;
	const input = inputs.find(({ mediaType }) => mediaType === essence) ?? anyBytes(inputs);
	if (!input) {
		const found =
			mimeType === undefined ? "it is missing" : `it is ${essence ? quoted(essence) : "no media type"}`;
		throw new Problem(
			"unsupported-media-type",
			`Give "mimeType" in "${name}" as ${types.join(" or ")}: ${found}.`,
		);
	}
	const data = holder.data ?? holder.blob;
	if (data === undefined && typeof holder.text === "string" && takesText(inputs))
		return { input, body: encodeText(input, holder.text, new Map()) };
	const body = typeof data === "string" ? fromBase64(data) : undefined;
	if (!body)
		throw new Problem(
			data === undefined ? "empty-input" : "unreadable-input",
			`Give the bytes of "${name}" in base64, as its "data": ${data === undefined ? "there are none" : "it is no base64"}.`,
		);
	return { input, body };
}

/** A mill that accepts any bytes accepts every media type. */
function anyBytes(inputs: readonly ToolInput[]): ToolInput | undefined {
	return inputs.find(({ mediaType }) => mediaType === "application/octet-stream");
}

function kindOf(value: unknown): string {
	if (value === null) return "null";
	return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** A name from the caller, truncated so that the answer stays small. */
function quoted(name: string): string {
	return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name);
}
