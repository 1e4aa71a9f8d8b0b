import { isObject } from "../../core/schema/is-object.js";
import type { JsonSchema } from "../../core/schema/json-schema.js";
import { elementName, isCarried, numberText } from "./xml-text.js";

/** One constraint of XML Schema on a simple type, such as `minLength` with `1`. */
export interface Facet {
	readonly name: string;
	readonly value: string;
}

/** A scalar of one type. */
export interface XmlAtom {
	/** `base64` is text, too: bytes. */
	readonly kind: "text" | "base64" | "integer" | "number" | "boolean";
	/** In an order that XML Schema accepts. If they are named `enumeration` or `pattern`, they list the only values. */
	readonly facets: readonly Facet[];
}

/** What an element contains, and whether it may be null instead. */
export interface XmlSlot {
	readonly nillable: boolean;
	readonly shape: XmlShape;
}

/** One member of an object. */
export interface XmlField extends XmlSlot {
	readonly key: string;
	/** The key as an XML name. */
	readonly element: string;
	readonly optional: boolean;
}

/** The number of children; `max` is undefined if there is no limit. */
interface Occurrence {
	readonly min: number;
	readonly max: number | undefined;
}

/**
 * The XML form of a JSON value. The encoder and the XML Schema both use this record and never the JSON Schema, so they
 * cannot disagree.
 */
export type XmlShape =
	| XmlAtom
	| { readonly kind: "union"; readonly members: readonly XmlAtom[] }
	| { readonly kind: "null" }
	| ({ readonly kind: "list"; readonly item: XmlSlot } & Occurrence)
	| ({ readonly kind: "map"; readonly entry: XmlSlot } & Occurrence)
	| { readonly kind: "record"; readonly fields: readonly XmlField[] };

/** Keywords with constraints that XML Schema 1.0 cannot express. */
const UNMAPPED = ["$ref", "$dynamicRef", "$recursiveRef", "allOf", "not", "if", "prefixItems"];

/** libxml2 reads documents up to a depth of 256, and one map takes six levels of an XML Schema. */
const MAX_DEPTH = 32;

/** Larger counts are omitted: libxml2 treats them as "unbounded" or refuses them. */
const MAX_COUNT = 2 ** 29;

const NULL: XmlSlot = { nillable: true, shape: { kind: "null" } };

/** The XML form of values of this schema; undefined if they have none. Never throws. */
export function xmlShape(schema: JsonSchema): XmlShape | undefined {
	const root = slot(schema, 0);
	// xsi:nil is for elements with a parent; the root cannot be null.
	return root?.nillable ? undefined : root?.shape;
}

function slot(schema: unknown, depth: number): XmlSlot | undefined {
	if (!isObject(schema) || depth > MAX_DEPTH) return undefined;
	if (UNMAPPED.some((keyword) => Object.hasOwn(schema, keyword))) return undefined;
	// A value must satisfy all keywords, so the most specific keyword alone is never too strict.
	if (Array.isArray(schema.enum)) return union(schema.enum.map(single));
	if (Object.hasOwn(schema, "const")) return single(schema.const);
	const types = new Set([schema.type].flat());
	if (schema.type !== undefined) return union(Array.from(types, (type) => typed(schema, type, depth)));
	const members = schema.anyOf ?? schema.oneOf;
	return Array.isArray(members) ? union(members.map((member) => slot(member, depth + 1))) : undefined;
}

function typed(schema: JsonSchema, type: unknown, depth: number): XmlSlot | undefined {
	if (type === "null") return NULL;
	const shape = shapeOf(schema, type, depth);
	return shape && { nillable: false, shape };
}

function shapeOf(schema: JsonSchema, type: unknown, depth: number): XmlShape | undefined {
	switch (type) {
		case "boolean":
			return { kind: "boolean", facets: [] };
		case "string":
			return schema.contentEncoding === "base64" ? { kind: "base64", facets: [] } : text(schema);
		case "integer":
		case "number":
			return numeric(schema, type);
		case "array": {
			const item = slot(schema.items, depth + 1);
			const size = occurrence(schema.minItems, schema.maxItems);
			return item && size && { kind: "list", item, ...size };
		}
		case "object":
			return object(schema, depth);
		default:
			return undefined;
	}
}

function object(schema: JsonSchema, depth: number): XmlShape | undefined {
	const members = entries(schema.properties);
	const patterns = entries(schema.patternProperties);
	const rest = schema.additionalProperties;
	if (patterns.length === 0 && rest === false) return record(schema, members, depth);
	if (members.length > 0 || patterns.length > 1) return undefined;
	const [pattern] = patterns;
	if (pattern && rest !== false) return undefined;
	const entry = slot(pattern ? pattern[1] : rest, depth + 1);
	const size = occurrence(schema.minProperties, schema.maxProperties);
	return entry && size && { kind: "map", entry, ...size };
}

type Entries = readonly [string, unknown][];

function record(schema: JsonSchema, members: Entries, depth: number): XmlShape | undefined {
	const required = new Set(Array.isArray(schema.required) ? schema.required : []);
	const fields: XmlField[] = [];
	for (const [key, member] of members) {
		const held = slot(member, depth + 1);
		if (!held) return undefined;
		fields.push({ key, element: elementName(key), optional: !required.has(key), ...held });
	}
	return { kind: "record", fields };
}

function single(value: unknown): XmlSlot | undefined {
	if (value === null) return NULL;
	const atom = constant(value);
	return atom && { nillable: false, shape: atom };
}

function constant(value: unknown): XmlAtom | undefined {
	if (typeof value === "string")
		return isCarried(value) ? { kind: "text", facets: [facet("enumeration", value)] } : undefined;
	// XML Schema does not allow an enumeration of booleans; a pattern has the same effect.
	if (typeof value === "boolean") return { kind: "boolean", facets: [facet("pattern", value)] };
	if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
	const kind = Number.isInteger(value) ? "integer" : "number";
	return { kind, facets: [facet("enumeration", numberText(value))] };
}

function facet(name: string, value: string | number | bigint | boolean): Facet {
	return { name, value: String(value) };
}

/** One of several forms. Null makes the element nillable, and scalars are joined. An object or array cannot be joined. */
function union(slots: readonly (XmlSlot | undefined)[]): XmlSlot | undefined {
	const shapes: XmlShape[] = [];
	let nillable = false;
	for (const held of slots) {
		if (!held) return undefined;
		nillable ||= held.nillable;
		if (held.shape.kind !== "null") shapes.push(held.shape);
	}
	if (shapes.length === 0) return nillable ? NULL : undefined;
	const shape = shapes.length === 1 ? shapes[0] : join(shapes);
	return shape && { nillable, shape };
}

function join(shapes: readonly XmlShape[]): XmlShape | undefined {
	const members: XmlAtom[] = [];
	const lists = new Map<XmlAtom["kind"], Map<string, Facet>>();
	for (const shape of shapes) {
		if (shape.kind !== "union" && !("facets" in shape)) return undefined;
		for (const atom of shape.kind === "union" ? shape.members : [shape]) {
			if (!isListed(atom)) {
				members.push(atom);
				continue;
			}
			// The enumerated values of one kind become one list without duplicates.
			const list = lists.get(atom.kind) ?? new Map<string, Facet>();
			lists.set(atom.kind, list);
			for (const value of atom.facets) list.set(value.value, value);
		}
	}
	for (const [kind, list] of lists) {
		const everything = kind === "boolean" && list.size === 2;
		members.push({ kind, facets: everything ? [] : [...list.values()] });
	}
	return members.length === 1 ? members[0] : { kind: "union", members };
}

function isListed({ facets: [first] }: XmlAtom): boolean {
	return first?.name === "enumeration" || first?.name === "pattern";
}

function text({ minLength, maxLength }: JsonSchema): XmlAtom | undefined {
	// Both count code points. `pattern` and `format` are omitted: the XML Schema is looser, never stricter.
	const size = occurrence(minLength, maxLength);
	if (!size) return undefined;
	const facets: Facet[] = [];
	if (size.min > 0) facets.push(facet("minLength", size.min));
	if (size.max !== undefined) facets.push(facet("maxLength", size.max));
	return { kind: "text", facets };
}

/** The two limits as counts; undefined if no count is within both, which XML Schema cannot express. */
function occurrence(least: unknown, most: unknown): Occurrence | undefined {
	const [min = 0, max] = [least, most].map((limit) =>
		Number.isInteger(limit) && Number(limit) >= 0 && Number(limit) <= MAX_COUNT ? Number(limit) : undefined,
	);
	return max !== undefined && min > max ? undefined : { min, max };
}

type NumericBound = { readonly value: number | bigint; readonly exclusive: boolean };

function numeric(schema: JsonSchema, kind: "integer" | "number"): XmlAtom | undefined {
	const round = kind === "integer" ? whole : (bound: NumericBound | undefined) => bound;
	const low = round(tighter(schema.minimum, schema.exclusiveMinimum, 1), 1);
	const high = round(tighter(schema.maximum, schema.exclusiveMaximum, -1), -1);
	const facets: Facet[] = [];
	if (low) facets.push(facet(low.exclusive ? "minExclusive" : "minInclusive", low.value));
	if (high) facets.push(facet(high.exclusive ? "maxExclusive" : "maxInclusive", high.value));
	if (!low || !high) return { kind, facets };
	const point = low.value === high.value && !low.exclusive && !high.exclusive;
	return low.value < high.value || point ? { kind, facets } : undefined;
}

/** The tighter of two bounds on one side (1: lower, -1: upper). XML Schema allows only one of them. */
function tighter(inclusive: unknown, exclusive: unknown, side: 1 | -1): NumericBound | undefined {
	const [soft, hard] = [inclusive, exclusive].map((bound) =>
		Number.isFinite(bound) ? Number(bound) : undefined,
	);
	const both = soft !== undefined && hard !== undefined;
	const value = both ? side * Math.max(side * soft, side * hard) : (hard ?? soft);
	return value === undefined ? undefined : { value, exclusive: value === hard };
}

/** Makes the bound of an integer whole and inclusive: xs:integer has no fractions. */
function whole(bound: NumericBound | undefined, side: 1 | -1): NumericBound | undefined {
	if (!bound) return undefined;
	const value = Number(bound.value);
	const inside = BigInt(side === 1 ? Math.ceil(value) : Math.floor(value));
	const excluded = bound.exclusive && Number.isInteger(value);
	return { value: excluded ? inside + BigInt(side) : inside, exclusive: false };
}

function entries(value: unknown): Entries {
	return isObject(value) ? Object.entries(value) : [];
}
