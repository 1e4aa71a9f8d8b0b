import { isObject } from "./is-object.js";
import { type JsonSchema, required } from "./schema-parts.js";

/** Keywords of which each says what a value is. */
const TELLING = ["type", "const", "enum", "anyOf", "oneOf", "allOf", "$ref"];
/** Keywords that contain values or names, not schemas. */
const VALUES = ["const", "enum", "default", "examples", "required"];
const NAMED = ["properties", "patternProperties", "$defs"];

/** Whether a schema lets through what JSON writes as something else, such as NaN where it allows anything, or a Map as a record. */
export function isLoose(schema: unknown): boolean {
	if (schema === true) return true;
	if (!isObject(schema)) return false;
	if (!TELLING.some((keyword) => keyword in schema)) return true;
	if ([schema.type].flat().includes("object") && !demandsMembers(schema)) return true;
	return Object.entries(schema).some(([keyword, part]) => {
		if (VALUES.includes(keyword)) return false;
		const parts = Array.isArray(part)
			? part
			: NAMED.includes(keyword) && isObject(part)
				? Object.values(part)
				: [part];
		return parts.some(isLoose);
	});
}

const demandsMembers = (schema: JsonSchema): boolean => required(schema).length > 0;

/** A value that JSON cannot write as it is. */
interface Unwritable {
	/** A JSON Pointer. */
	readonly path: string;
	/** What the value is, such as `NaN` or `a Map`. */
	readonly kind: string;
}

/**
 * The first value in an output that JSON would drop or write as something else: NaN becomes null, and a Map an empty object.
 * Undefined members are only absent, and what has toJSON says itself what it becomes.
 */
export function findUnwritable(value: unknown): Unwritable | undefined {
	return isWritable(value) ? undefined : findBelow(value, "");
}

/** Whether JSON can write a value as it is. Lists of many objects are looked at in each call, so it makes no paths. */
function isWritable(value: unknown): boolean {
	if (typeof value === "string" || typeof value === "boolean" || value === undefined || value === null)
		return true;
	if (typeof value === "number") return Number.isFinite(value);
	if (typeof value !== "object") return false;
	if (Array.isArray(value)) {
		for (let i = 0; i < value.length; i++) if (value[i] === undefined || !isWritable(value[i])) return false;
		return true;
	}
	if (Object.getPrototypeOf(value) !== Object.prototype) {
		if (kindOf(value) !== undefined) return false;
		if ("toJSON" in value) return true;
	}
	for (const name of Object.keys(value))
		if (!isWritable((value as Readonly<Record<string, unknown>>)[name])) return false;
	return true;
}

function findBelow(value: unknown, path: string): Unwritable | undefined {
	const kind = kindOf(value);
	if (kind !== undefined) return { path, kind };
	if (Array.isArray(value)) {
		for (let i = 0; i < value.length; i++) {
			const found =
				value[i] === undefined
					? { path: `${path}/${i}`, kind: "undefined" }
					: findBelow(value[i], `${path}/${i}`);
			if (found) return found;
		}
	} else if (isObject(value) && !("toJSON" in value))
		for (const [name, member] of Object.entries(value)) {
			const step = name.replaceAll("~", "~0").replaceAll("/", "~1");
			const found = findBelow(member, `${path}/${step}`);
			if (found) return found;
		}
	return undefined;
}

function kindOf(value: unknown): string | undefined {
	if (typeof value === "number") return Number.isFinite(value) ? undefined : String(value);
	if (typeof value === "bigint" || typeof value === "function" || typeof value === "symbol")
		return `a ${typeof value}`;
	if (typeof value !== "object" || value === null || Array.isArray(value) || "toJSON" in value)
		return undefined;
	// An instance of a class without a tag of its own is written with its members.
	const tag = Object.prototype.toString.call(value).slice("[object ".length, -1);
	if (tag === "Object") return undefined;
	return `${/^[AEIO]/.test(tag) ? "an" : "a"} ${tag}`;
}
