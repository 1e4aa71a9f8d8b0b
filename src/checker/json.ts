import { Buffer } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../core/is-object.js";

/** Deeper than any honest result; what walks over a value recurses, and a stranger chose its depth. */
const MOST_DEPTH = 500;
const BOM = "\ufeff";

/** Reads JSON from a stranger; undefined where it is none, or nested without measure. */
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

/** The deepest nesting, whatever stands inside strings counted too: an upper bound is enough. */
function depth(json: string): number {
	let now = 0;
	let most = 0;
	for (let i = 0; i < json.length; i++) {
		const c = json.charCodeAt(i);
		if (c === 0x5b || c === 0x7b) most = Math.max(most, ++now);
		else if (c === 0x5d || c === 0x7d) now--;
	}
	return most;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** A member of an object, and of its members: undefined wherever the way ends. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
	let here = value;
	for (const step of path) {
		if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return undefined;
		here = (here as Readonly<Record<string | number, unknown>>)[step];
	}
	return here;
}

/** Whether two bodies say the same: as JSON, or byte for byte where they are none. */
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
