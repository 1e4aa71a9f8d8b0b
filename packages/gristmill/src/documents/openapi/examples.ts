import { type Example, type Mill, pathParameters } from "../../core/definition/mill.js";
import { callPath } from "../curl.js";
import { exampleAddress, exampleType, isBinaryInput, outputAsJson } from "../examples.js";
import { halLinks } from "../links.js";
import type { ServerInfo } from "../server-info.js";

/** Examples by name, as OpenAPI has them. */
type Examples = Readonly<Record<string, object>>;

/** Returns the examples of a mill with their names. An input, its parameters and its result have the same name. */
export function namedExamples({ examples }: Mill): readonly (readonly [name: string, Example])[] {
	const taken = new Set<string>();
	return examples.map((example, i) => {
		const words = example.title
			?.toLowerCase()
			.replaceAll("'", "")
			.match(/[a-z0-9]+/g) ?? ["example", String(i + 1)];
		const name = taken.has(words.join("-")) ? [...words, i + 1].join("-") : words.join("-");
		taken.add(name);
		return [name, example];
	});
}

function summaryOf({ title }: Example): object {
	return title === undefined ? {} : { summary: title };
}

/** Returns the inputs of this media type. Bytes are given by their address, if they have one. */
export function inputExamples(mill: Mill, info: ServerInfo, mediaType: string): Examples {
	return Object.fromEntries(
		namedExamples(mill).flatMap(([name, example], i): [string, object][] => {
			if (exampleType(mill, example) !== mediaType) return [];
			const { input } = example;
			if (!isBinaryInput(input)) return [[name, { ...summaryOf(example), value: input }]];
			const externalValue = exampleAddress(mill, info, i);
			return externalValue === undefined ? [] : [[name, { ...summaryOf(example), externalValue }]];
		}),
	);
}

/** Returns the values of a parameter in the examples that give it one. */
export function parameterExamples(mill: Mill, parameter: string): Examples {
	return Object.fromEntries(
		namedExamples(mill).flatMap(([name, example]) => {
			const { parameters = {} } = example;
			const isGiven = Object.hasOwn(parameters, parameter);
			return isGiven ? [[name, { ...summaryOf(example), value: parameters[parameter] }]] : [];
		}),
	);
}

/**
 * Returns the results of the examples, except those with bytes that are too long for a document. One of them is enough to
 * show the links.
 */
export function resultExamples(mill: Mill, info: ServerInfo, isLinked: boolean): Examples {
	return Object.fromEntries(
		namedExamples(mill)
			.slice(0, isLinked ? 1 : undefined)
			.flatMap(([name, example]) => {
				const output = outputAsJson(mill, example);
				if (output === undefined) return [];
				const links = isLinked && { _links: JSON.parse(halLinks(mill, info, lastSegment(mill, example))) };
				return [[name, { ...summaryOf(example), value: { ...output, ...links } }]];
			}),
	);
}

/** Links are relative to the address of the call. */
function lastSegment(mill: Mill, { parameters = {} }: Example): string {
	const inPath = pathParameters(mill.path);
	const path = callPath(mill, Object.fromEntries(inPath.map((name) => [name, parameters[name]])));
	return path.split("/").at(-1) ?? mill.name;
}
