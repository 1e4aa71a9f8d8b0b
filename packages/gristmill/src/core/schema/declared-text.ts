import { enumeration, type JsonSchema } from "./schema-parts.js";

/** The type that a text is parsed as. */
type Scalar = "string" | "number" | "integer" | "boolean";

/** A parameter or setting that is given as text. */
export interface DeclaredText {
	readonly name: string;
	readonly scalar: Scalar;
	readonly list: boolean;
	readonly schema: JsonSchema;
}

/** The type of a value; undefined if text cannot express the schema. */
function scalarOf(schema: JsonSchema): Scalar | undefined {
	const values = enumeration(schema);
	if (values) {
		const types = new Set(values.map((value) => typeof value));
		const [type] = types;
		return types.size === 1 && (type === "string" || type === "number" || type === "boolean")
			? type
			: undefined;
	}
	const { type } = schema;
	return type === "string" || type === "number" || type === "integer" || type === "boolean"
		? type
		: undefined;
}

/** A value that text can express; undefined for other schemas. */
export function declaredText(name: string, schema: JsonSchema): DeclaredText | undefined {
	const list = schema.type === "array";
	const scalar = scalarOf(list ? ((schema.items ?? {}) as JsonSchema) : schema);
	return scalar && { name, scalar, list, schema };
}

/** Parses one value; undefined if the text is none. */
export function readScalar(scalar: Scalar, text: string): unknown {
	if (scalar === "string") return text;
	if (scalar === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
	// Number() would also accept "", "0x10" and " 1 ".
	if (!/^-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,3})?$/.test(text)) return undefined;
	const value = Number(text);
	if (!Number.isFinite(value)) return undefined;
	return scalar === "integer" && !Number.isSafeInteger(value) ? undefined : value;
}

/** Describes the valid values. */
export function describe({ scalar, list, schema }: DeclaredText): string {
	const one = list ? (schema.items as JsonSchema) : schema;
	const values = enumeration(one);
	if (values) return values.length === 1 ? String(values[0]) : `one of ${values.join(", ")}`;
	const bounds = [
		["from", one.minimum],
		["to", one.maximum],
		["above", one.exclusiveMinimum],
		["below", one.exclusiveMaximum],
		["of at least", one.minLength],
		["of at most", one.maxLength],
		["like", one.pattern],
	].flatMap(([word, bound]) => (bound === undefined ? [] : [`${word} ${bound}`]));
	const noun = { string: "a text", number: "a number", integer: "a whole number", boolean: "true or false" }[
		scalar
	];
	return [noun, ...bounds].join(" ");
}

/** A given text, quoted and truncated, so that the answer stays small. */
export function shown(text: string): string {
	return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
