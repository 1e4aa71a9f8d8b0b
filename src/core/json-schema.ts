import type { JsonSchema } from "./schema-parts.js";
import { Compile, type TSchema } from "./typebox.js";
import { plainBy } from "./typed-list.js";

export { enumeration, type JsonSchema, properties, required } from "./schema-parts.js";

/** A TypeBox type, seen as the plain data that it is. */
export function plain(schema: TSchema): JsonSchema {
	return schema as unknown as JsonSchema;
}

/** Says whether a value satisfies a schema, and if not, where and why. */
export interface Validator {
	check(value: unknown): boolean;
	/** The first complaint as a sentence part, such as `/age must be integer`. */
	complaint(value: unknown): string;
}

export function compile(schema: JsonSchema): Validator {
	const validator = Compile(schema);
	return {
		check: (value) => validator.Check(value),
		complaint: (value) => {
			const [, errors] = validator.Errors(value);
			// "schema is false" is how the validator words a closed object; another entry says it better.
			const error = errors.find(({ keyword }) => keyword !== "boolean") ?? errors[0];
			if (!error) return "the value is not valid";
			return `${shortened(error.instancePath) || "the value"} ${shortened(error.message)}`;
		},
	};
}

/** As `compile`, for what a mill gives: its lists of numbers may be typed. */
export function compileOutput(schema: JsonSchema): Validator {
	const { check, complaint } = compile(schema);
	const plain = plainBy(schema);
	if (!plain) return { check, complaint };
	return { check: (value) => check(plain(value)), complaint: (value) => complaint(plain(value)) };
}

/** A caller's own keys stand in a complaint: an answer must not grow with them. */
function shortened(text: string): string {
	return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/**
 * The schema as JSON Schema 2020-12 with every object closed: an answer with one field too many
 * is not valid. A copy; what the author wrote stays as it is.
 */
export function closed(schema: JsonSchema): JsonSchema {
	return rewrite(schema, true);
}

/** The schema as JSON Schema 2020-12, objects left as open as they are. A copy. */
export function modern(schema: JsonSchema): JsonSchema {
	return rewrite(schema, false);
}

/** Keywords whose value is one schema, a list of them, or a map of them. */
const ONE = new Set([
	"items",
	"additionalProperties",
	"contains",
	"not",
	"if",
	"then",
	"else",
	"propertyNames",
]);
const LIST = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const MAP = new Set(["properties", "patternProperties", "$defs", "definitions"]);

/** What the values of an enumeration have in common: generators of code and many models want it said. */
function typeOfValues({ enum: values, const: value, type }: JsonSchema): { type?: string } {
	if (type !== undefined) return {};
	const types = new Set((Array.isArray(values) ? values : [value]).map((member) => typeof member));
	const [only = ""] = types;
	return types.size === 1 && ["string", "number", "boolean"].includes(only) ? { type: only } : {};
}

/** `close` says whether objects are to be closed; `part`, that this one is a part of an allOf and stays open. */
function rewrite(schema: JsonSchema, close: boolean, part = false): JsonSchema {
	const copy: Record<string, unknown> = typeOfValues(schema);
	for (const [keyword, value] of Object.entries(schema)) {
		if (value === undefined) continue;
		if (keyword === "items" && Array.isArray(value)) {
			// TypeBox writes tuples in the form of draft 7; 2020-12 calls them prefixItems.
			copy.prefixItems = value.map((member) => rewriteAny(member, close));
			copy.items = false;
		} else if (keyword === "additionalItems") {
		} else if (ONE.has(keyword)) {
			copy[keyword] = rewriteAny(value, close);
		} else if (LIST.has(keyword) && Array.isArray(value)) {
			// Closing the members of an allOf would make them exclude each other: close the whole instead.
			copy[keyword] = value.map((member) => rewriteAny(member, close, keyword === "allOf"));
		} else if (MAP.has(keyword) && typeof value === "object" && value !== null) {
			copy[keyword] = Object.fromEntries(
				Object.entries(value).map(([name, member]) => [name, rewriteAny(member, close)]),
			);
		} else copy[keyword] = value;
	}
	if (!close || part) return copy;
	if (Array.isArray(copy.allOf)) copy.unevaluatedProperties ??= false;
	else if (copy.type === "object" && copy.additionalProperties === undefined)
		copy.additionalProperties = false;
	return copy;
}

function rewriteAny(value: unknown, close: boolean, part = false): unknown {
	return typeof value === "object" && value !== null ? rewrite(value as JsonSchema, close, part) : value;
}
