import { Buffer } from "node:buffer";
import { Problem } from "../../core/problem.js";
import { exceeded } from "./json-bounds.js";
import { stringify } from "./long-lists.js";
import { decodeText, type InvalidInput, loneSurrogate } from "./text.js";

/** Validators and writers recurse. Deeper input would overflow their stack and look like a failure of the server. */
const MAX_DEPTH = 500;
/** A worker parses the text within its deadline and memory, so the number of values needs no bound of its own. */
const BOUNDS = { depth: MAX_DEPTH, values: Number.POSITIVE_INFINITY };

/**
 * Decodes JSON, which is UTF-8 (RFC 8259 §8.1). A byte order mark at the start is ignored. JSON can escape lone surrogates,
 * which no charset can represent: they are kept unless the mill has a parameter for them.
 */
export function decodeJson(bytes: Uint8Array, invalid?: InvalidInput): unknown {
	if (exceeded(bytes, BOUNDS))
		throw new Problem("unreadable-input", `The input nests arrays and objects more than ${MAX_DEPTH} deep.`);
	const value = parse(decodeText(bytes, "utf-8", invalid));
	return invalid?.invalidBy === undefined ? value : withoutLoneSurrogates(value, invalid);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
	} catch {
		// The message of JSON.parse quotes the input, so it is not passed on.
		throw new Problem("unreadable-input", "The input is not well-formed JSON.");
	}
}

/** Encodes a result. `links` is the JSON of its member `_links`; it is made once per address. */
export function encodeJson(value: object, links?: string): string | Uint8Array {
	const json = stringify(value);
	if (links === undefined) return json;
	// The number of keys does not tell whether the object is empty: undefined members are not written.
	const end = `${json === "{}" ? "" : ","}"_links":${links}}`;
	return typeof json === "string"
		? `${json.slice(0, -1)}${end}`
		: Buffer.concat([json.subarray(0, -1), Buffer.from(end)]);
}

/** With the flag `u` a surrogate pair is one code point, so only lone surrogates match. */
const LONE = /\p{Surrogate}/u;
const EVERY_LONE = /\p{Surrogate}/gu;

/** Replaces lone surrogates in strings and keys, or refuses the value and says where they are. */
function withoutLoneSurrogates(value: unknown, invalid: InvalidInput, pointer = ""): unknown {
	if (typeof value === "string") {
		const offset = value.search(LONE);
		if (offset < 0) return value;
		if (invalid.replace) return value.replace(EVERY_LONE, "\ufffd");
		throw loneSurrogate(invalid, `at UTF-16 offset ${offset}${of(pointer)}`, { offset });
	}
	if (Array.isArray(value))
		return value.map((member, i) => withoutLoneSurrogates(member, invalid, `${pointer}/${i}`));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => {
			if (!invalid.replace && LONE.test(key)) throw loneSurrogate(invalid, `in a key${of(pointer)}`);
			const step = key.replaceAll("~", "~0").replaceAll("/", "~1");
			const kept = withoutLoneSurrogates(member, invalid, `${pointer}/${step}`);
			return [key.replace(EVERY_LONE, "\ufffd"), kept];
		}),
	);
}

/** Names a place by its JSON Pointer (RFC 6901). It is cut, because its length depends on the caller's keys. */
function of(pointer: string): string {
	return pointer === "" ? "" : ` of ${pointer.length > 200 ? `${pointer.slice(0, 200)}…` : pointer}`;
}
