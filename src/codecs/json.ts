import { Buffer } from "node:buffer";
import { Problem } from "../core/problem.js";
import { stringify } from "./long-lists.js";
import { decodeText, type Invalid } from "./text.js";
import { wellFormed } from "./well-formed.js";

/** Validators and writers recurse: what is nested deeper would overflow their stack and look like our failure. */
const MAX_DEPTH = 500;

/**
 * Reads JSON, which is UTF-8 (RFC 8259 §8.1); a byte order mark in front is tolerated. Lone surrogates, which JSON
 * can escape and no charset can carry, are left alone unless the mill has a parameter for them.
 */
export function decodeJson(bytes: Uint8Array, invalid?: Invalid): unknown {
	if (depth(bytes) > MAX_DEPTH)
		throw new Problem("unreadable-input", `Nest arrays and objects at most ${MAX_DEPTH} deep.`);
	const value = parse(decodeText(bytes, "utf-8", invalid));
	return invalid?.invalidBy === undefined ? value : wellFormed(value, invalid);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
	} catch {
		// The engine's message quotes the input; ours does not.
		throw new Problem("unreadable-input", "Send well-formed JSON: the body cannot be parsed.");
	}
}

/** How deep arrays and objects are nested; brackets inside strings do not count. */
function depth(bytes: Uint8Array): number {
	let level = 0;
	let deepest = 0;
	let quoted = false;
	for (let i = 0; i < bytes.length; i++) {
		const byte = bytes[i];
		if (quoted) {
			if (byte === 0x5c) i++;
			else if (byte === 0x22) quoted = false;
		} else if (byte === 0x22) quoted = true;
		else if (byte === 0x5b || byte === 0x7b) deepest = Math.max(deepest, ++level);
		else if (byte === 0x5d || byte === 0x7d) level--;
	}
	return deepest;
}

/** Writes a result, with `_links` where they are wanted: the links come as JSON made once per address. */
export function encodeJson(value: object, links?: string): string | Uint8Array {
	const json = stringify(value);
	if (links === undefined) return json;
	// Not by its keys: members that are undefined are not written.
	const end = `${json === "{}" ? "" : ","}"_links":${links}}`;
	return typeof json === "string"
		? `${json.slice(0, -1)}${end}`
		: Buffer.concat([json.subarray(0, -1), Buffer.from(end)]);
}
