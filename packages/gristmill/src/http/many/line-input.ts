import { Buffer } from "node:buffer";
import { typeOfBytes } from "../../codecs/formats/signatures.js";
import { decodeText, loneSurrogate } from "../../codecs/formats/text.js";
import { partsOf } from "../../core/definition/form.js";
import { type InputForm, mostWhole } from "../../core/definition/input.js";
import type { Mill } from "../../core/definition/mill.js";
import { inputTooLarge } from "../../core/input-too-large.js";
import type { ParameterValues } from "../../core/parameters.js";
import { Problem } from "../../core/problem.js";
import { isObject } from "../../core/schema/is-object.js";
import { fromBase64 } from "../../mcp/arguments/base64.js";
import { exampleBytes } from "../../runtime/loading/example-call.js";

/** The input of one line, as the body of a call. */
export interface LineInput {
	readonly mediaType: string;
	readonly body: Uint8Array;
}

/** Maximum size of a line: JSON writes a character of text in at most six bytes, and base64 three bytes in four. */
export function longestLine({ input }: Mill): number {
	return 64 + 6 * Math.max(...Object.values(input).map(mostWhole));
}

/**
 * Makes what reads a line: a string for text, base64 for bytes, an object for a form, and the value itself for JSON. It throws a Problem.
 */
export function lineReader(mill: Mill, parameters: ParameterValues): (line: Uint8Array) => LineInput {
	const forms = Object.entries(mill.input);
	const find = (...kinds: readonly string[]) => forms.find(([, { kind }]) => kinds.includes(kind));
	const other = find("json", "form") ?? find("text", "bytes", "image");
	const ofString = find("text") ?? other;
	const ofValue = find("form") ?? other;
	return (line) => {
		const value = parsed(line);
		const [type, form] = (typeof value === "string" ? ofString : ofValue) ?? [];
		if (type === undefined || !form) throw new Problem("invalid-input", "This mill takes no lines.");
		const bare = form.kind === "text" && typeof value === "string" ? bareText(line) : undefined;
		if (bare) return limited(mill, type, bare);
		const input =
			form.kind === "form" ? partsIn(form, value, parameters) : inputIn(form, value, parameters, "A line");
		const seen = input instanceof Uint8Array ? typeOfBytes(input) : undefined;
		const mediaType = seen !== undefined && Object.hasOwn(mill.input, seen) ? seen : type;
		// What was sent is checked as that of any call: it is not parsed and written again.
		const body = form.kind === "json" ? line : exampleBytes(mill, { input, mediaType, output: {} });
		return limited(mill, mediaType, body);
	};
}

function limited({ input }: Mill, mediaType: string, body: Uint8Array): LineInput {
	const { maxBytes } = input[mediaType] as InputForm;
	if (body.byteLength > maxBytes) throw inputTooLarge(maxBytes);
	return { mediaType, body };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The bytes of a JSON string as they stand in the line; undefined if it has escapes, without which no half of a character can be in it. */
function bareText(line: Uint8Array): Uint8Array | undefined {
	if (line.includes(BACKSLASH)) return undefined;
	return line.subarray(line.indexOf(QUOTE) + 1, line.lastIndexOf(QUOTE));
}

function parsed(line: Uint8Array): unknown {
	const text = decodeText(line, undefined);
	try {
		return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
	} catch {
		throw new Problem("unreadable-input", "This line is not JSON. Each line must be one JSON value.");
	}
}

function partsIn(form: InputForm, value: unknown, parameters: ParameterValues): Record<string, unknown> {
	const names = partsOf(form).map(([name]) => name);
	if (!isObject(value))
		throw new Problem("invalid-input", `This line must be an object with the parts ${names.join(", ")}.`);
	const stray = Object.keys(value).find((name) => !names.includes(name));
	if (stray !== undefined)
		throw new Problem("invalid-input", `Unknown part "${stray}". The form has ${names.join(", ")}.`);
	return Object.fromEntries(
		partsOf(form)
			.filter(([name]) => Object.hasOwn(value, name))
			.map(([name, part]) => [name, inputIn(part, value[name], parameters, `The part "${name}"`)]),
	);
}

function inputIn(form: InputForm, value: unknown, parameters: ParameterValues, what: string): unknown {
	if (form.kind === "json") return value;
	if (typeof value !== "string")
		throw new Problem(
			"invalid-input",
			`${what} must be a string${form.kind === "text" ? "" : " in base64"}.`,
		);
	if (form.kind === "text") return wellFormed(form, value, parameters);
	const bytes = fromBase64(value);
	if (bytes) return Buffer.from(bytes);
	throw new Problem("unreadable-input", `${what} must be base64, and is not.`);
}

/** JSON can contain lone surrogates, which no charset can. They are treated like invalid bytes. */
function wellFormed({ invalidBy }: InputForm, text: string, parameters: ParameterValues): string {
	const offset = text.search(/\p{Surrogate}/u);
	if (offset < 0 || (invalidBy !== undefined && parameters[invalidBy] === "replace")) return text;
	throw loneSurrogate({ invalidBy }, `at UTF-16 offset ${offset}`, { offset });
}
