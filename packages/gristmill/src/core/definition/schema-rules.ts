import { closest } from "../closest.js";
import { isObject } from "../schema/is-object.js";
import { isStandard } from "../schema/standard-schema.js";

const TYPES = ["string", "number", "integer", "boolean", "null", "array", "object"];
/** What other languages call these types. */
const ALIASES: Readonly<Record<string, string>> = {
	...{ str: "string", int: "integer", float: "number", double: "number", bool: "boolean", none: "null" },
	...{ list: "array", tuple: "array", dict: "object", map: "object", record: "object" },
};

/** What the value of a keyword must be, as the end of a sentence; undefined if it is that. */
type Rule = (value: unknown) => string | undefined;

const rule =
	(fits: (value: unknown) => boolean, wanted: string): Rule =>
	(value) =>
		fits(value) ? undefined : wanted;

const isText = (value: unknown): value is string => typeof value === "string";
const isTextList = (value: unknown) => Array.isArray(value) && value.every(isText);

const ANYTHING: Rule = () => undefined;
const TEXT = rule(isText, "a string");
const NUMBER = rule(Number.isFinite, "a number");
const POSITIVE = rule((value) => Number.isFinite(value) && Number(value) > 0, "a number above 0");
const COUNT = rule((value) => Number.isSafeInteger(value) && Number(value) >= 0, "a whole number from 0");
const FLAG = rule((value) => typeof value === "boolean", "true or false");
const NAMES = rule(isTextList, 'a list of names, such as ["title"]');
const VALUES = rule((value) => Array.isArray(value) && value.length > 0, "a list of at least one value");
const LIST = rule(Array.isArray, "a list");
const OBJECT = rule(isObject, "an object");
const PATTERN = rule(isPattern, "a regular expression");
const TYPE = rule(
	(value) => TYPES.includes(value as string) || (isTextList(value) && (value as string[]).length > 0),
	`one of ${TYPES.join(", ")}, or a list of these`,
);
const SCHEMA = rule((value) => isObject(value) || typeof value === "boolean", "a schema");
const SCHEMAS = rule((value) => Array.isArray(value) && value.length > 0, "a list of schemas");
const SCHEMA_OR_LIST = rule((value) => Array.isArray(value) || SCHEMA(value) === undefined, "a schema");
const SCHEMAS_BY_NAME = rule(isObject, "an object of schemas");
/** Rules of keywords that contain schemas. */
const NESTING: readonly Rule[] = [SCHEMA, SCHEMAS, SCHEMA_OR_LIST, SCHEMAS_BY_NAME];

/** The keywords of JSON Schema 2020-12, those of older drafts that TypeBox writes, and the annotation of OpenAPI. */
const KEYWORDS: Readonly<Record<string, Rule>> = {
	type: TYPE,
	enum: VALUES,
	const: ANYTHING,
	...rules(ANYTHING, "default", "example", "dependencies"),
	...rules(TEXT, "title", "description", "format", "contentEncoding", "contentMediaType"),
	...rules(TEXT, "$id", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$schema", "$comment"),
	...rules(NUMBER, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
	...rules(COUNT, "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
	...rules(COUNT, "minContains", "maxContains"),
	...rules(FLAG, "uniqueItems", "deprecated", "readOnly", "writeOnly"),
	...rules(SCHEMA, "additionalItems", "additionalProperties", "unevaluatedItems", "unevaluatedProperties"),
	...rules(SCHEMA, "contains", "propertyNames", "not", "if", "then", "else", "contentSchema"),
	...rules(SCHEMAS, "anyOf", "oneOf", "allOf", "prefixItems"),
	...rules(SCHEMAS_BY_NAME, "properties", "patternProperties", "$defs", "definitions", "dependentSchemas"),
	...rules(OBJECT, "$vocabulary", "dependentRequired"),
	items: SCHEMA_OR_LIST,
	multipleOf: POSITIVE,
	pattern: PATTERN,
	required: NAMES,
	examples: LIST,
};

/** A short word is near everything: an annotation "note" is no mistyped "not". */
const SUGGESTIONS = Object.keys(KEYWORDS).filter((keyword) => keyword.length > 3);

/**
 * Says at which place a schema is no JSON Schema, and what it may have meant; undefined if it is one. A keyword that JSON Schema
 * does not know is an annotation, unless it is nearly a known one.
 *
 * @example complainAboutSchema({ type: "objekt" }, "output") // The type at output is "objekt". Did you mean "object"?
 */
export function complainAboutSchema(schema: unknown, place: string): string | undefined {
	if (typeof schema === "boolean") return undefined;
	if (isStandard(schema))
		return `The schema at ${place} is of ${schema["~standard"].vendor}, inside a schema of another kind. Write the whole schema with one library.`;
	if (!isObject(schema)) return `The schema at ${place} is ${shown(schema)}, and must be an object.`;
	for (const [keyword, value] of Object.entries(schema)) {
		if (value === undefined) continue;
		const complaint = complainAboutKeyword(keyword, value, place);
		if (complaint !== undefined) return complaint;
	}
	return undefined;
}

function complainAboutKeyword(keyword: string, value: unknown, place: string): string | undefined {
	if (!Object.hasOwn(KEYWORDS, keyword)) {
		// A class of another library, such as an object of Zod 3. The marks of TypeBox begin with ~.
		if (typeof value === "function" && !keyword.startsWith("~"))
			return `The schema at ${place} is no JSON Schema: its member "${keyword}" is a function. Write it as JSON Schema, with Type, or with a library that offers JSON Schema, such as Zod 4.`;
		const meant = keyword.startsWith("x-") ? undefined : closest(keyword, SUGGESTIONS);
		return meant && `The schema at ${place} has the unknown keyword "${keyword}". Did you mean "${meant}"?`;
	}
	if (keyword === "type") {
		const wrong = [value].flat().find((type) => !TYPES.includes(type as string));
		const meant = isText(wrong) ? nearestType(wrong.toLowerCase()) : undefined;
		if (meant) return `The type at ${place} is "${wrong}". Did you mean "${meant}"?`;
		if (wrong !== undefined) return `The type at ${place} is ${shown(wrong)}, and must be ${TYPE(wrong)}.`;
	}
	const checks = KEYWORDS[keyword] ?? ANYTHING;
	const wanted = checks(value);
	if (wanted !== undefined) {
		const where = keyword === "required" && typeof value === "boolean" ? ", beside the properties" : "";
		return `The keyword "${keyword}" at ${place} is ${shown(value)}, and must be ${wanted}${where}.`;
	}
	if (!NESTING.includes(checks)) return undefined;
	const inside = `${place}/${keyword}`;
	const isMap = checks === SCHEMAS_BY_NAME || Array.isArray(value);
	if (!isMap) return complainAboutSchema(value, inside);
	for (const [name, member] of Object.entries(value as object)) {
		const complaint = complainAboutSchema(member, `${inside}/${name}`);
		if (complaint !== undefined) return complaint;
	}
	return undefined;
}

function nearestType(word: string): string | undefined {
	return Object.hasOwn(ALIASES, word) ? ALIASES[word] : closest(word, TYPES);
}

function rules(check: Rule, ...keywords: readonly string[]): Readonly<Record<string, Rule>> {
	return Object.fromEntries(keywords.map((keyword) => [keyword, check]));
}

/** TypeBox also takes a RegExp. */
function isPattern(value: unknown): boolean {
	if (value instanceof RegExp) return true;
	try {
		return isText(value) && new RegExp(value, "u") instanceof RegExp;
	} catch {
		return false;
	}
}

/** A value as JSON, truncated. */
function shown(value: unknown): string {
	if (typeof value === "function") return `the function or class ${value.name || "without a name"}`;
	const text = JSON.stringify(value) ?? String(value);
	return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
