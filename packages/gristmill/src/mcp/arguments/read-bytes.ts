import { typeOfBytes } from "../../codecs/formats/signatures.js";
import { alternatives } from "../../core/alternatives.js";
import { parseMediaType } from "../../core/http-words/media-type.js";
import { Problem } from "../../core/problem.js";
import { shown } from "../../core/schema/declared-text.js";
import { isObject } from "../../core/schema/is-object.js";
import { fromBase64 } from "./base64.js";
import { isDataUri, readDataUri } from "./data-uri.js";
import { encodeText } from "./encode-text.js";
import { type ToolInput, takesText } from "./tool-facts.js";

type Members = Readonly<Record<string, unknown>>;

/** Whether an object is a content block, and not a JSON value. */
export function holdsBytes(value: Members): boolean {
	return typeof value.data === "string" || isObject(value.resource);
}

/** Reads a content block (an image, an audio, an embedded resource, or the contents of one), or a `data:` URI. */
export function readBytes(
	inputs: readonly ToolInput[],
	name: string,
	value: Members | string,
): { input: ToolInput; body: Uint8Array } {
	const block: Members = typeof value === "string" ? { data: value } : value;
	const holder = isObject(block.resource) ? block.resource : block;
	const named = holder.mimeType ?? block.mimeType;
	const data = dataOf(holder);
	if (data === undefined && typeof holder.text === "string" && takesText(inputs)) {
		const input = inputFor(inputs, name, named, undefined);
		return { input, body: encodeText(input, holder.text, new Map()) };
	}
	const { bytes, mimeType } = contentOf(name, data);
	return { input: inputFor(inputs, name, named ?? mimeType, bytes), body: bytes };
}

function dataOf({ data, blob, uri }: Members): unknown {
	return data ?? blob ?? (typeof uri === "string" && isDataUri(uri) ? uri : undefined);
}

function contentOf(name: string, data: unknown): { bytes: Uint8Array; mimeType: string | undefined } {
	if (data === undefined)
		throw new Problem(
			"empty-input",
			`The argument "${name}" has no "data". Give its bytes there, in base64.`,
		);
	if (typeof data === "string" && isDataUri(data)) {
		const content = readDataUri(data);
		if (content) return content;
		throw new Problem(
			"unreadable-input",
			`The data: URI of "${name}" is malformed. Write it as data:TYPE;base64,BASE64.`,
		);
	}
	const bytes = typeof data === "string" ? fromBase64(data) : undefined;
	if (bytes) return { bytes, mimeType: undefined };
	throw new Problem("unreadable-input", `The "data" of "${name}" is not base64.`);
}

/** The input of a media type. Without one, there is only one type, or the bytes tell it. */
function inputFor(
	inputs: readonly ToolInput[],
	name: string,
	named: unknown,
	bytes: Uint8Array | undefined,
): ToolInput {
	const essence = typeof named === "string" ? parseMediaType(named)?.essence : undefined;
	const input = essence === undefined ? undefined : withType(inputs, essence);
	if (input) return input;
	// Clients name this type for bytes of which they know nothing.
	if (named === undefined || essence === ANY) {
		const [first] = inputs;
		if (inputs.length === 1 && first) return first;
		const told = bytes && typeOfBytes(bytes);
		const fitting = told === undefined ? undefined : withType(inputs, told);
		if (fitting) return fitting;
	}
	const anyBytes = withType(inputs, ANY);
	if (anyBytes) return anyBytes;
	const found = named === undefined ? "is missing" : `is ${essence ? shown(essence) : "no media type"}`;
	const types = inputs.map(({ mediaType }) => mediaType);
	throw new Problem(
		"unsupported-media-type",
		`The "mimeType" of "${name}" ${found}. It must be ${alternatives(types)}.`,
	);
}

/** A mill that takes any bytes takes those of every media type. */
const ANY = "application/octet-stream";

function withType(inputs: readonly ToolInput[], type: string): ToolInput | undefined {
	return inputs.find(({ mediaType }) => mediaType === type);
}
