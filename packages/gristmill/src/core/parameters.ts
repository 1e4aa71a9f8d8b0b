import { didYouMean } from "./closest.js";
import { Problem } from "./problem.js";
import { type DeclaredText, declaredText, describe, readScalar, shown } from "./schema/declared-text.js";
import { compile, type JsonSchema, properties, required } from "./schema/json-schema.js";

/** Decoded query and path parameters: strings, numbers, booleans, or lists of these. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** Says what is wrong with a parameter schema; undefined if a query string can express it. */
export function complainAboutParameters(schema: JsonSchema): string | undefined {
	for (const [name, member] of Object.entries(properties(schema))) {
		if (!/^[a-z][a-zA-Z0-9_-]*$/.test(name))
			return `The name of the parameter "${name}" is not of the form [a-z][a-zA-Z0-9_-]*.`;
		if (!declaredText(name, member))
			return `The parameter "${name}" must be a string, a number, a boolean, an enum of one of these, or an array of these.`;
		if ("default" in member && !compile(member).check(member.default))
			return `The default of the parameter "${name}" does not match its schema.`;
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
	const all = Object.entries(properties(schema)).flatMap(
		([name, member]) => declaredText(name, member) ?? [],
	);
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

	function refuseValue(parameter: DeclaredText, text: string): never {
		const { name } = parameter;
		refuse(name, `The parameter "${name}" is ${shown(text)}, and must be ${describe(parameter)}.`);
	}

	function accept(parameter: DeclaredText, texts: readonly string[]): unknown {
		const { name, scalar, list } = parameter;
		if (!list && texts.length > 1)
			refuse(name, `The parameter "${name}" is there ${texts.length} times, and must be there once.`);
		const values = texts.map((text) => {
			const value = readScalar(scalar, text);
			if (value === undefined) refuseValue(parameter, text);
			return value;
		});
		const value = list ? values : values[0];
		const validator = validators.get(name);
		if (!validator?.check(value)) refuseValue(parameter, texts.join(", "));
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
			if (!Object.hasOwn(values, name)) refuse(name, `The parameter "${name}" is missing.`);
		return values;
	}

	function refuseUnknown(name: string): never {
		const detail = `Unknown parameter ${shown(name)}.${didYouMean(name, known)}`;
		throw new Problem("bad-parameter", detail, { known });
	}

	return { readPath, readQuery, readTexts };
}

/** All calls share the defaults, so they are frozen. */
function frozen(value: unknown): unknown {
	return Array.isArray(value) ? Object.freeze([...value]) : value;
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
			"The query has an invalid percent sequence. Percent-encode it as UTF-8.",
		);
	}
}
