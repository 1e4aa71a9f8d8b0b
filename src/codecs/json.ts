import { Problem } from "../core/problem.js";
import { decodeText } from "./text.js";

/** Reads JSON, which is UTF-8 (RFC 8259 §8.1); a byte order mark in front is tolerated. */
export function decodeJson(bytes: Uint8Array): unknown {
	const text = decodeText(bytes, "utf-8");
	try {
		return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
	} catch {
		// The engine's message quotes the input; ours does not.
		throw new Problem("unreadable-input", "Send well-formed JSON: the body cannot be parsed.");
	}
}

/** Writes a result, with `_links` where they are wanted: the links come as JSON made once per address. */
export function encodeJson(value: object, links?: string): string {
	const text = JSON.stringify(value);
	if (links === undefined) return text;
	return `${text.slice(0, -1)}${text === "{}" ? "" : ","}"_links":${links}}`;
}
