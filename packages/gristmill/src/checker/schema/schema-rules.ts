import { isObject } from "../../core/schema/is-object.js";

type Shape = (value: unknown) => boolean;

const number: Shape = (value) => typeof value === "number";
const count: Shape = (value) => typeof value === "number" && Number.isInteger(value) && value >= 0;
const text: Shape = (value) => typeof value === "string";
const flag: Shape = (value) => typeof value === "boolean";
const texts: Shape = (value) => Array.isArray(value) && value.every(text);
const list: Shape = (value) => Array.isArray(value);

const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];
const typeName: Shape = (value) => typeof value === "string" && TYPES.includes(value);

/** The valid values of keywords, in any dialect since draft 4. */
const KEYWORDS: Readonly<Record<string, Shape>> = {
	type: (value) => typeName(value) || (Array.isArray(value) && value.length > 0 && value.every(typeName)),
	enum: list,
	required: texts,
	minimum: number,
	maximum: number,
	// A flag in draft 4, a number since.
	exclusiveMinimum: (value) => number(value) || flag(value),
	exclusiveMaximum: (value) => number(value) || flag(value),
	multipleOf: (value) => typeof value === "number" && value > 0,
	minLength: count,
	maxLength: count,
	minItems: count,
	maxItems: count,
	minProperties: count,
	maxProperties: count,
	uniqueItems: flag,
	pattern: (value) => typeof value === "string" && isPattern(value),
	format: text,
	title: text,
	description: text,
	$ref: text,
	$id: text,
	$schema: text,
	$comment: text,
	contentMediaType: text,
	contentEncoding: text,
	examples: list,
	deprecated: flag,
	readOnly: flag,
	writeOnly: flag,
};

/** Keywords with one schema, a non-empty list of schemas, or a map of schemas. */
const ONE = ["additionalProperties", "contains", "not", "if", "then", "else", "propertyNames"];
const ONE_MORE = ["unevaluatedItems", "unevaluatedProperties", "additionalItems", "contentSchema"];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAPS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/** Compiles the pattern without matching, so the time is linear. */
function isPattern(pattern: string): boolean {
	try {
		new RegExp(pattern, "u");
		return true;
	} catch {
		return false;
	}
}

const DIALECT =
	/^https?:\/\/json-schema\.org\/(?:draft-0[4-7]\/schema|draft\/20(?:19-09|20-12)\/schema|schema)#?$/;

/** The first error in a JSON Schema; undefined if it is valid. */
export function schemaComplaint(schema: unknown): string | undefined {
	const dialect = isObject(schema) ? schema.$schema : undefined;
	if (typeof dialect === "string" && !DIALECT.test(dialect)) return `$schema names an unknown dialect`;
	return complaintAt(schema, "#");
}

function complaintAt(schema: unknown, place: string): string | undefined {
	if (typeof schema === "boolean") return undefined;
	if (!isObject(schema)) return `${place} is neither an object nor a boolean`;
	for (const [keyword, value] of Object.entries(schema)) {
		const here = `${place}/${keyword}`;
		const shape = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
		if (shape && !shape(value)) return `${here} has no value that this keyword may have`;
		let parts: [string, unknown][] = [];
		if (ONE.includes(keyword) || ONE_MORE.includes(keyword)) parts = [[here, value]];
		else if (keyword === "items" && !Array.isArray(value)) parts = [[here, value]];
		else if (LISTS.includes(keyword) || keyword === "items") {
			if (!Array.isArray(value) || value.length === 0) return `${here} is no list of schemas`;
			parts = value.map((one, i) => [`${here}/${i}`, one]);
		} else if (MAPS.includes(keyword)) {
			if (!isObject(value)) return `${here} is no map of schemas`;
			parts = Object.entries(value).map(([name, one]) => [`${here}/${name}`, one]);
		}
		for (const [where, one] of parts) {
			const complaint = complaintAt(one, where);
			if (complaint !== undefined) return complaint;
		}
	}
	return undefined;
}
