import { parseMediaType } from "../core/media-type.js";
import type { RawAnswer } from "./send.js";

/** The media type of an answer without its parameters; "" where it names none. */
export function essenceOf(headers: Headers): string {
	return parseMediaType(headers.get("content-type") ?? "")?.essence ?? "";
}

/** Whether an answer says that it is JSON (RFC 6839 §3.1). */
export function isJson(headers: Headers): boolean {
	const essence = essenceOf(headers);
	return essence === "application/json" || essence === "text/json" || essence.endsWith("+json");
}

/** The text of an answer, in the charset that it names. */
export function textOf({ headers, bytes }: RawAnswer): string {
	const charset = parseMediaType(headers.get("content-type") ?? "")?.parameters.get("charset");
	return decoderFor(charset).decode(bytes);
}

/**
 * The value of a JSON answer; undefined where it is none. RFC 8259 §8.1: UTF-8, whatever is said; bytes that are none
 * would come out as other text than was meant.
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
