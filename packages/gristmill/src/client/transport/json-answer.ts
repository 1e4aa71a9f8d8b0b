import { isJsonType, parseMediaType } from "../../core/http-words/media-type.js";
import type { RawAnswer } from "./message.js";

/** The media type of an answer without its parameters; "" if there is none. */
export function essenceOf(headers: Headers): string {
	return parseMediaType(headers.get("content-type") ?? "")?.essence ?? "";
}

/** Whether the Content-Type of an answer is JSON. */
export function isJson(headers: Headers): boolean {
	return isJsonType(headers.get("content-type") ?? "");
}

/** The text of an answer, decoded with its charset. */
export function textOf({ headers, bytes }: RawAnswer): string {
	const charset = parseMediaType(headers.get("content-type") ?? "")?.parameters.get("charset");
	return decoderFor(charset).decode(bytes);
}

/**
 * The value of a JSON answer; undefined if it is invalid. JSON is UTF-8 (RFC 8259 §8.1), whatever the charset. Invalid
 * UTF-8 is an error, because replacement characters would change the value.
 */
export function jsonOf({ bytes }: RawAnswer): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		return undefined;
	}
}

function decoderFor(charset = "utf-8") {
	try {
		return new TextDecoder(charset);
	} catch {
		return new TextDecoder();
	}
}
