import { closest } from "./closest.js";
import type { ParameterValues } from "./definition/mill.js";
import { Problem } from "./problem.js";
import { compile, enumeration, type JsonSchema, properties, required } from "./schema/json-schema.js";

/** The type that a parameter's text is parsed as. */
type Scalar = "string" | "number" | "integer" | "boolean";

interface DeclaredParameter {
	readonly name: string;
	readonly scalar: Scalar;
	readonly list: boolean;
	readonly schema: JsonSchema;
}

/** The type of a parameter's text; undefined if text cannot express the schema. */
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

function parameterOf(name: string, schema: JsonSchema): DeclaredParameter | undefined {
	const list = schema.type === "array";
	const scalar = scalarOf(list ? ((schema.items ?? {}) as JsonSchema) : schema);
	return scalar && { name, scalar, list, schema };
}

/** Says what is wrong with a parameter schema; undefined if a query string can express it. */
export function complainAboutParameters(schema: JsonSchema): string | undefined {
	for (const [name, member] of Object.entries(properties(schema))) {
		if (!/^[a-z][a-zA-Z0-9_-]*$/.test(name)) return `Name the parameter as [a-z][a-zA-Z0-9_-]*: "${name}".`;
		if (!parameterOf(name, member))
			return `Use a string, a number, a boolean, an enum of one of these, or an array of these as a parameter: "${name}".`;
		if ("default" in member && !compile(member).check(member.default))
			return `Choose a default that the parameter's own schema allows: "${name}".`;
	}
	return undefined;
}

/** Parses and validates the parameters of a URL. */
export interface ParameterReader {
	/** Reads path parameters. Throws `not-found` if one is invalid. */
	readPath(texts: Readonly<Record<string, string>>): ParameterValues;
	/** Reads the query, and adds defaults and path parameters. Throws `bad-parameter` if one is invalid. */
	readQuery(query: string, fromPath: ParameterValues): ParameterValues;
	/** Reads texts by name, as from a query. */
	readTexts(texts: ReadonlyMap<string, readonly string[]>, fromPath?: ParameterValues): ParameterValues;
}

/** Makes the reader of a mill's parameters. `inPath` lists the path parameters. */
export function parameterReader(schema: JsonSchema, inPath: readonly string[]): ParameterReader {
	const all = Object.entries(properties(schema)).flatMap(([name, member]) => parameterOf(name, member) ?? []);
	const byName = new Map(all.map((parameter) => [parameter.name, parameter]));
	const validators = new Map(all.map((parameter) => [parameter.name, compile(parameter.schema)]));
	const known = all.map(({ name }) => name).filter((name) => !inPath.includes(name));
	const defaults = Object.freeze(
		Object.fromEntries(
			all
				.filter(({ schema }) => "default" in schema)
				.map(({ name, schema }) => [name, frozen(schema.default)]),
		),
	);
	const demanded = required(schema).filter((name) => !Object.hasOwn(defaults, name));

	function refuse(name: string, detail: string): never {
		if (inPath.includes(name)) throw new Problem("not-found", detail);
		throw new Problem("bad-parameter", detail, { known });
	}

	function accept(parameter: DeclaredParameter, texts: readonly string[]): unknown {
		const { name, scalar, list } = parameter;
		if (!list && texts.length > 1)
			refuse(name, `Give the parameter once: "${name}" came ${texts.length} times.`);
		const values = texts.map((text) => {
			const value = readScalar(scalar, text);
			if (value === undefined) refuse(name, `Give "${name}" as ${describe(parameter)}: ${shown(text)}.`);
			return value;
		});
		const value = list ? values : values[0];
		const validator = validators.get(name);
		if (!validator?.check(value))
			refuse(name, `Give "${name}" as ${describe(parameter)}: ${shown(texts.join(", "))}.`);
		return value;
	}

	function readPath(texts: Readonly<Record<string, string>>): ParameterValues {
		const values: Record<string, unknown> = {};
		for (const [name, text] of Object.entries(texts)) {
			const parameter = byName.get(name);
			if (parameter) values[name] = accept(parameter, [text]);
		}
		return values;
	}

	function readQuery(query: string, fromPath: ParameterValues): ParameterValues {
		if (query === "" && inPath.length === 0 && demanded.length === 0) return defaults;
		const texts = new Map<string, string[]>();
		for (const [name, text] of queryPairs(query)) {
			const list = texts.get(name);
			if (list) list.push(text);
			else texts.set(name, [text]);
		}
		return readTexts(texts, fromPath);
	}

	function readTexts(
		texts: ReadonlyMap<string, readonly string[]>,
		fromPath: ParameterValues = {},
	): ParameterValues {
		const values: Record<string, unknown> = { ...defaults, ...fromPath };
		for (const [name, list] of texts) {
			if (!known.includes(name)) refuseUnknown(name);
			const parameter = byName.get(name);
			if (parameter) values[name] = accept(parameter, list);
		}
		for (const name of demanded)
			if (!Object.hasOwn(values, name)) refuse(name, `Give the parameter "${name}".`);
		return values;
	}

	function refuseUnknown(name: string): never {
		const hint = closest(name, known);
		const end = hint ? ` Did you mean "${hint}"?` : "";
		throw new Problem("bad-parameter", `Remove the unknown parameter ${shown(name)}.${end}`, { known });
	}

	return { readPath, readQuery, readTexts };
}

/** All calls share the defaults, so they are frozen. */
function frozen(value: unknown): unknown {
	return Array.isArray(value) ? Object.freeze([...value]) : value;
}

function readScalar(scalar: Scalar, text: string): unknown {
	if (scalar === "string") return text;
	if (scalar === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
	// Number() would also accept "", "0x10" and " 1 ".
	if (!/^-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,3})?$/.test(text)) return undefined;
	const value = Number(text);
	if (!Number.isFinite(value)) return undefined;
	return scalar === "integer" && !Number.isSafeInteger(value) ? undefined : value;
}

/** Describes the valid values of a parameter. */
function describe({ scalar, list, schema }: DeclaredParameter): string {
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

/** A text from the caller, quoted and truncated, so that the answer stays small. */
function shown(text: string): string {
	return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

/** Parses `a=1&b=2`. Throws if a percent sign is invalid. */
export function* queryPairs(query: string): Generator<[name: string, text: string]> {
	for (const part of query.split("&")) {
		if (part === "") continue;
		const equals = part.indexOf("=");
		const name = equals < 0 ? part : part.slice(0, equals);
		yield [decode(name), equals < 0 ? "" : decode(part.slice(equals + 1))];
	}
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text.replaceAll("+", " "));
	} catch {
		throw new Problem(
			"bad-parameter",
			"Percent-encode the query string as UTF-8: it holds a broken sequence.",
		);
	}
}
