import { type BinaryMember, MEDIA_TYPES } from "./binary.js";
import { complainAboutBytes, mapBinary } from "./binary-values.js";
import { complaintOf, forLog, pathForLog } from "./complaint.js";
import { findUnwritable, isLoose } from "./json-values.js";
import type { JsonSchema } from "./schema-parts.js";
import type { Schema } from "./type.js";
import { Compile } from "./typebox.js";
import { plainBy } from "./typed-list.js";

export { defaultsOf, enumeration, type JsonSchema, properties, required } from "./schema-parts.js";

/** A schema of `Type` as plain JSON Schema. */
export function plain(schema: Schema): JsonSchema {
	return schema as unknown as JsonSchema;
}

/** Says whether a value satisfies a schema, and if not, where and why. */
export interface Validator {
	check(value: unknown): boolean;
	/** Every place that is wrong, as a sentence part: `/age must be a whole number; /town is not declared`. */
	complaint(value: unknown): string;
	/**
	 * The same for a log, without names that may be input: those that neither the schema declares nor `code` has as a word, which is
	 * the source of what made the value.
	 */
	complaintForLog(value: unknown, code?: string): string;
}

export function compile(schema: JsonSchema): Validator {
	const validator = Compile(schema);
	let teller: typeof validator | undefined;
	const tell = (value: unknown, code?: string) => {
		teller ??= UNIQUE.test(JSON.stringify(schema)) ? Compile(withoutUniqueItems(schema)) : validator;
		const [, errors] = teller.Errors(value);
		return errors.length > 0
			? code === undefined
				? complaintOf(errors, true)
				: complaintOf(forLog(errors, value, isKnownIn(schema, code)), false)
			: "a list has equal items where all must differ";
	};
	return {
		check: (value) => validator.Check(value),
		complaint: (value) => tell(value),
		complaintForLog: (value, code = "") => tell(value, code),
	};
}

/** Whether a name is declared anywhere in a schema, or is a word of some code. */
function isKnownIn(schema: JsonSchema, code: string): (name: string) => boolean {
	const known = new Set(code.match(/[\w$]+/g));
	JSON.stringify(schema, (key, value) => {
		if (key === "properties" && typeof value === "object" && value !== null)
			for (const name of Object.keys(value)) known.add(name);
		return value;
	});
	return (name) => known.has(name);
}

const UNIQUE = /"uniqueItems":true/;

/** The same without `uniqueItems`: TypeBox finds all equal items of a list in quadratic time. Checking alone is linear. */
function withoutUniqueItems(schema: JsonSchema): JsonSchema {
	return JSON.parse(
		JSON.stringify(schema, (key, value) => (key === "uniqueItems" && value === true ? undefined : value)),
	);
}

/** A validator of the output of `run`. */
export interface OutputValidator extends Validator {
	/** Check with a schema that lets through what JSON writes as something else: for whoever finds that out by copying the value. */
	readonly schemaAlone: Validator;
}

/** Like `compile`, for the output of `run`: lists of numbers may be typed arrays, and binary members are bytes. */
export function compileOutput(schema: JsonSchema, binary: readonly BinaryMember[] = []): OutputValidator {
	const validator = compile(schema);
	const lists = plainBy(schema);
	const loose = isLoose(schema);
	if (!lists && binary.length === 0 && !loose) return { ...validator, schemaAlone: validator };
	const plain = (value: unknown) => {
		const listed = lists ? lists(value) : value;
		return mapBinary(listed, binary, () => "");
	};
	const aboutBytes = (value: unknown) => complainAboutBytes(value, binary);
	const tell = (value: unknown, code?: string): string => {
		const bare = plain(value);
		const found = validator.check(bare) ? findUnwritable(bare) : undefined;
		if (!found) return code === undefined ? validator.complaint(bare) : validator.complaintForLog(bare, code);
		const path = code === undefined ? found.path : pathForLog(found.path, bare, isKnownIn(schema, code));
		return `${path || "the value"} is ${found.kind}, which JSON cannot write`;
	};
	const schemaAlone = {
		check: (value: unknown) => aboutBytes(value) === undefined && validator.check(plain(value)),
		complaint: (value: unknown) => aboutBytes(value) ?? tell(value),
		complaintForLog: (value: unknown, code = "") => aboutBytes(value) ?? tell(value, code),
	};
	const check = (value: unknown) =>
		schemaAlone.check(value) && !(loose && findUnwritable(plain(value)) !== undefined);
	return { ...schemaAlone, check, schemaAlone };
}

/**
 * Returns a copy of the schema as JSON Schema 2020-12 with every object closed: a value with an undeclared member is
 * invalid.
 */
export function closed(schema: JsonSchema): JsonSchema {
	return rewrite(schema, true);
}

/** Returns a copy of the schema as JSON Schema 2020-12. Open objects stay open. */
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

/** How TypeBox and our Python file write "any name". A name with a line break would not match. */
const ONE_LINE = "^.*$";
const ANY_NAME = "^[\\s\\S]*$";

/** The common type of an enumeration's values. Code generators and many models need it. */
function typeOfValues({ enum: values, const: value, type }: JsonSchema): { type?: string } {
	if (type !== undefined) return {};
	const types = new Set((Array.isArray(values) ? values : [value]).map((member) => typeof member));
	const [only = ""] = types;
	return types.size === 1 && ["string", "number", "boolean"].includes(only) ? { type: only } : {};
}

/** `close`: whether to close objects. `part`: this one is part of an allOf and stays open. */
function rewrite(schema: JsonSchema, close: boolean, part = false): JsonSchema {
	const copy: Record<string, unknown> = typeOfValues(schema);
	for (const [keyword, value] of Object.entries(schema)) {
		if (value === undefined) continue;
		if (keyword === "items" && Array.isArray(value)) {
			// TypeBox writes tuples as in draft 7. In 2020-12 they are prefixItems.
			copy.prefixItems = value.map((member) => rewriteAny(member, close));
			copy.items = false;
		} else if (keyword === "additionalItems" || keyword === MEDIA_TYPES) {
		} else if (ONE.has(keyword)) {
			copy[keyword] = rewriteAny(value, close);
		} else if (LIST.has(keyword) && Array.isArray(value)) {
			// Closing the members of an allOf would make them exclude each other: close the whole instead.
			copy[keyword] = value.map((member) => rewriteAny(member, close, keyword === "allOf"));
		} else if (MAP.has(keyword) && typeof value === "object" && value !== null) {
			copy[keyword] = Object.fromEntries(
				Object.entries(value).map(([name, member]) => [
					keyword === "patternProperties" && name === ONE_LINE ? ANY_NAME : name,
					rewriteAny(member, close),
				]),
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
