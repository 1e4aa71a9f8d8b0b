import { enumeration, type JsonSchema, properties } from "../../core/schema/schema-parts.js";
import { declaredView } from "../../core/schema/views.js";
import type { FormParameter, MillFacts } from "../views/facts.js";
import type { Texts } from "./address.js";

/** The control of a parameter. */
export type Control = "choice" | "choices" | "switch" | "number" | "text";

const isList = (schema: JsonSchema) => schema.type === "array";
const itemOf = (schema: JsonSchema) => (isList(schema) ? ((schema.items ?? {}) as JsonSchema) : schema);

export function controlOf({ schema }: FormParameter): Control {
	if (isList(schema)) return enumeration(itemOf(schema)) ? "choices" : "text";
	if (enumeration(schema)) return "choice";
	// Without a default, an unchecked box would mean false instead of no value.
	if (schema.type === "boolean") return typeof schema.default === "boolean" ? "switch" : "choice";
	return schema.type === "number" || schema.type === "integer" ? "number" : "text";
}

/** The allowed texts. */
export function choicesOf({ schema }: FormParameter): readonly string[] {
	const item = itemOf(schema);
	if (item.type === "boolean") return ["true", "false"];
	return (enumeration(item) ?? []).map(String);
}

/** The suggested texts, if others are allowed too. */
export function suggestionsOf({ schema }: FormParameter): readonly string[] {
	const members = (schema.anyOf ?? schema.oneOf ?? []) as readonly JsonSchema[];
	return members.flatMap((member) => enumeration(member) ?? []).map(String);
}

/** The default as texts; empty if there is none. */
export function defaultOf({ schema }: FormParameter): readonly string[] {
	return "default" in schema ? [schema.default].flat().map(String) : [];
}

/** The texts that a visitor typed: a number, a text, or texts separated by commas. */
export function typedTexts(parameter: FormParameter, value: string): readonly string[] {
	const isText = controlOf(parameter) === "text" && !isList(parameter.schema);
	if (isText) return value === "" ? [] : [value];
	if (value.trim() === "") return [];
	return isList(parameter.schema) ? value.split(",").map((text) => text.trim()) : [value.trim()];
}

/** The parameter values of an example as texts. */
export function textsOf(values: Readonly<Record<string, unknown>>): Texts {
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, [value].flat().map(String)]),
	);
}

/** The texts that differ from the defaults, so that the call must send them. */
export function given(parameters: readonly FormParameter[], texts: Texts): Texts {
	const said: Record<string, readonly string[]> = {};
	for (const parameter of parameters) {
		const { name, inPath } = parameter;
		const own = texts[name] ?? [];
		const isDefault = JSON.stringify(own) === JSON.stringify(defaultOf(parameter));
		if (own.length > 0 && (inPath || !isDefault)) said[name] = own;
	}
	return said;
}

/** The settings of an example. If the URL has settings, only those and the required ones. */
export function settingsOf(
	parameters: readonly FormParameter[],
	example: Readonly<Record<string, unknown>>,
	texts: Texts,
	preferred: Texts,
): Texts {
	const own = textsOf(example);
	if (Object.keys(texts).length === 0) return { ...preferred, ...own };
	const demanded = parameters.filter(({ inPath, required }) => inPath || required);
	const needed = demanded.map(({ name }) => [name, own[name] ?? []] as const);
	return { ...Object.fromEntries(needed), ...texts };
}

/** Turns on a switch for a member of the result that has a view: without it, the page could not show it. */
export function preferred({ parameters, schema }: Pick<MillFacts, "parameters" | "schema">): Texts {
	const members = properties(schema ?? {});
	const shown = parameters.filter(
		({ name, schema: own }) => own.type === "boolean" && declaredView(members[name] ?? {}) !== undefined,
	);
	return Object.fromEntries(shown.map(({ name }) => [name, ["true"]]));
}

/** What is wrong with the texts of a parameter; undefined if they are valid. */
export function complaint(parameter: FormParameter, texts: readonly string[]): string | undefined {
	const { schema, required, name, inPath } = parameter;
	// A segment of a path cannot be empty.
	if (texts.length === 0 || (inPath && texts[0] === ""))
		return required ? `“${name}” is empty, and the mill needs it.` : undefined;
	const item = itemOf(schema);
	const wrong = texts.find((text) => !fits(item, text));
	if (wrong !== undefined) return `“${shortened(wrong)}” is not ${wanted(item)}.`;
	const { minItems, maxItems } = schema as { minItems?: number; maxItems?: number };
	if (isList(schema) && minItems !== undefined && texts.length < minItems)
		return `There are ${texts.length}, and must be at least ${minItems}.`;
	if (isList(schema) && maxItems !== undefined && texts.length > maxItems)
		return `There are ${texts.length}, and may be at most ${maxItems}.`;
	return undefined;
}

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

function fits(schema: JsonSchema, text: string): boolean {
	const values = enumeration(schema);
	if (values) return values.map(String).includes(text);
	const members = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
	if (members && !members.some((member) => fits(member, text))) return false;
	if (schema.type === "boolean") return text === "true" || text === "false";
	if (schema.type === "number" || schema.type === "integer")
		return NUMBER.test(text) && numberFits(schema, Number(text));
	return textFits(schema, text);
}

function numberFits(schema: JsonSchema, value: number): boolean {
	const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Readonly<
		Record<string, number | undefined>
	>;
	return (
		(schema.type !== "integer" || Number.isSafeInteger(value)) &&
		!(minimum !== undefined && value < minimum) &&
		!(maximum !== undefined && value > maximum) &&
		!(exclusiveMinimum !== undefined && value <= exclusiveMinimum) &&
		!(exclusiveMaximum !== undefined && value >= exclusiveMaximum) &&
		!(multipleOf !== undefined && !Number.isInteger(value / multipleOf))
	);
}

function textFits(schema: JsonSchema, text: string): boolean {
	const {
		minLength = 0,
		maxLength = Number.POSITIVE_INFINITY,
		pattern,
	} = schema as {
		minLength?: number;
		maxLength?: number;
		pattern?: string;
	};
	const length = [...text].length;
	return length >= minLength && length <= maxLength && (pattern === undefined || matches(pattern, text));
}

/** A pattern that the browser does not support is left to the server. */
function matches(pattern: string, text: string): boolean {
	try {
		return new RegExp(pattern, "u").test(text);
	} catch {
		return true;
	}
}

const NOUNS: Readonly<Record<string, string>> = { integer: "a whole number", number: "a number" };

function wanted(schema: JsonSchema): string {
	const values = enumeration(schema);
	if (values) return `one of ${values.join(", ")}`;
	const bounds = [
		["from", schema.minimum],
		["to", schema.maximum],
		["above", schema.exclusiveMinimum],
		["below", schema.exclusiveMaximum],
		["divisible by", schema.multipleOf],
		["of at least", schema.minLength, "characters"],
		["of at most", schema.maxLength, "characters"],
		["like", schema.pattern],
	].flatMap(([word, bound, unit]) => (bound === undefined ? [] : [word, bound, ...(unit ? [unit] : [])]));
	return [NOUNS[String(schema.type)] ?? "a text", ...bounds].join(" ");
}

function shortened(text: string): string {
	return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
