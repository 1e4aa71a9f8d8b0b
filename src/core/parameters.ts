import { closest } from "./closest.js";
import { compile, enumeration, type JsonSchema, properties, required } from "./json-schema.js";
import type { Parameters } from "./mill.js";
import { Problem } from "./problem.js";

/** What a parameter's text is read as. */
type Scalar = "string" | "number" | "integer" | "boolean";

interface Parameter {
	readonly name: string;
	readonly scalar: Scalar;
	readonly list: boolean;
	readonly schema: JsonSchema;
}

/** The type that the text of a parameter stands for; undefined where text cannot stand for it. */
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

function parameterOf(name: string, schema: JsonSchema): Parameter | undefined {
	const list = schema.type === "array";
	const scalar = scalarOf(list ? ((schema.items ?? {}) as JsonSchema) : schema);
	return scalar && { name, scalar, list, schema };
}

/** Says what is wrong with a mill's parameter schema; undefined where it can be read from a query string. */
export function complainAboutParameters(schema: JsonSchema): string | undefined {
	for (const [name, member] of Object.entries(properties(schema))) {
		if (!/^[a-z][a-zA-Z0-9_-]*$/.test(name)) return `Name the parameter as [a-z][a-zA-Z0-9_-]*: "${name}".`;
		if (!parameterOf(name, member))
			return `Make the parameter a string, a number, a boolean, an enumeration of one of them, or an array of them: "${name}".`;
		if ("default" in member && !compile(member).check(member.default))
			return `Give the parameter a default that its own schema allows: "${name}".`;
	}
	return undefined;
}

/** Turns the texts of an address into validated parameters. */
export interface ParameterReader {
	/** Reads the values of the path's braces; `not-found` where one is not valid. */
	readPath(texts: Readonly<Record<string, string>>): Parameters;
	/** Reads the query and adds the defaults and what came from the path; `bad-parameter` where it is wrong. */
	readQuery(query: string, fromPath: Parameters): Parameters;
	/** Reads texts by name as a query would have given them. */
	readTexts(texts: ReadonlyMap<string, readonly string[]>, fromPath?: Parameters): Parameters;
}

/** Prepares the reading of a mill's parameters; `inPath` names those in the braces of its path. */
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

	function accept(parameter: Parameter, texts: readonly string[]): unknown {
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

	function readPath(texts: Readonly<Record<string, string>>): Parameters {
		const values: Record<string, unknown> = {};
		for (const [name, text] of Object.entries(texts)) {
			const parameter = byName.get(name);
			if (parameter) values[name] = accept(parameter, [text]);
		}
		return values;
	}

	function readQuery(query: string, fromPath: Parameters): Parameters {
		if (query === "" && inPath.length === 0 && demanded.length === 0) return defaults;
		const texts = new Map<string, string[]>();
		for (const [name, text] of queryPairs(query)) {
			const list = texts.get(name);
			if (list) list.push(text);
			else texts.set(name, [text]);
		}
		return readTexts(texts, fromPath);
	}

	function readTexts(texts: ReadonlyMap<string, readonly string[]>, fromPath: Parameters = {}): Parameters {
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
		throw new Problem("bad-parameter", `Leave out the unknown parameter ${shown(name)}.${end}`, { known });
	}

	return { readPath, readQuery, readTexts };
}

/** Defaults are shared by all calls, so none may change them. */
function frozen(value: unknown): unknown {
	return Array.isArray(value) ? Object.freeze([...value]) : value;
}

function readScalar(scalar: Scalar, text: string): unknown {
	if (scalar === "string") return text;
	if (scalar === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
	// Number() would also take "", "0x10" and " 1 ".
	if (!/^-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,3})?$/.test(text)) return undefined;
	const value = Number(text);
	if (!Number.isFinite(value)) return undefined;
	return scalar === "integer" && !Number.isSafeInteger(value) ? undefined : value;
}

/** What a parameter wants, in words. */
function describe({ scalar, list, schema }: Parameter): string {
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

/** A caller's text, quoted and cut so that an answer never grows with it. */
function shown(text: string): string {
	return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

/** Reads `a=1&b=2` strictly: a broken percent sign is refused rather than kept as text. */
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
