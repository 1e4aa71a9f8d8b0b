import { Buffer } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../core/schema/is-object.js";

/** Maximum depth. Functions that walk over a value recurse, and the input is untrusted. */
const MOST_DEPTH = 500;
const BOM = "\ufeff";

/** Parses untrusted JSON; undefined if it is invalid or nested too deep. */
export function readJson(bytes: Buffer): unknown {
	const text = bytes.toString("utf8");
	const json = text.startsWith(BOM) ? text.slice(1) : text;
	if (depth(json) > MOST_DEPTH) return undefined;
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}

/** The nesting of arrays and objects. Brackets inside strings do not count. */
function depth(json: string): number {
	let now = 0;
	let most = 0;
	let inString = false;
	for (let i = 0; i < json.length; i++) {
		const c = json.charCodeAt(i);
		if (inString) {
			// The character after a backslash does not end the string.
			if (c === 0x5c) i++;
			else if (c === 0x22) inString = false;
		} else if (c === 0x22) inString = true;
		else if (c === 0x5b || c === 0x7b) most = Math.max(most, ++now);
		else if (c === 0x5d || c === 0x7d) now--;
	}
	return most;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** A nested member; undefined if it does not exist. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
	let here = value;
	for (const step of path) {
		if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return undefined;
		here = (here as Readonly<Record<string | number, unknown>>)[step];
	}
	return here;
}

/** Whether two bodies are equal: as JSON, otherwise byte for byte. */
export function sameContent(a: Buffer, b: Buffer): boolean {
	if (a.equals(b)) return true;
	const [left, right] = [readJson(a), readJson(b)];
	return left !== undefined && isDeepStrictEqual(left, right);
}

/** Every object inside a value, itself included, breadth first. */
export function* objectsIn(value: unknown): Generator<JsonObject> {
	const waiting: unknown[] = [value];
	for (let i = 0; i < waiting.length; i++) {
		const one = waiting[i];
		if (typeof one !== "object" || one === null) continue;
		if (isObject(one)) yield one;
		for (const member of Object.values(one)) waiting.push(member);
	}
}

export function bytesOf(text: string): Buffer {
	return Buffer.from(text, "utf8");
}
