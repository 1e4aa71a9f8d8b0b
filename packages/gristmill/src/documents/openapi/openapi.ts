import { type Mill, pathParameters } from "../../core/definition/mill.js";
import { isObject } from "../../core/schema/is-object.js";
import { properties, required } from "../../core/schema/json-schema.js";
import { lineKind } from "../lines.js";
import { PROBLEM_SCHEMA } from "../problem-schema.js";
import { parametersSchema, wholeText } from "../schema.js";
import type { ServerInfo } from "../server-info.js";
import { agentPaths } from "./agents.js";
import { millDocumentPaths, serverDocumentPaths } from "./discovery.js";
import { inputExamples, parameterExamples } from "./examples.js";
import { inputContent } from "./inputs.js";
import { manyContent } from "./items.js";
import { camel } from "./names.js";
import { type SharedProblems, sharedProblems } from "./problems.js";
import { outputSchemas, resultResponse } from "./results.js";

/**
 * Returns `{base}/$schema`: OpenAPI for all mills. It is 3.2 if a mill uses QUERY, because 3.1 does not support that
 * method.
 */
export function openApi(mills: readonly Mill[], info: ServerInfo): OpenApi {
	const problems = sharedProblems(mills, info);
	const version = mills.some(({ method }) => method === "QUERY") ? "3.2.0" : "3.1.1";
	const paths = Object.assign(
		{},
		...mills.map((mill) => ({
			[`/${mill.path}`]: { [mill.method.toLowerCase()]: call(mill, info, problems, version) },
			...millDocumentPaths(mill, info, problems),
		})),
		serverDocumentPaths(info, problems),
		agentPaths(info, problems),
	);
	return withExtensions({
		openapi: version,
		info: {
			title: info.title,
			version: info.version,
			description: "Stateless tools: send one input, get one result. Every call is safe to repeat.",
			license: { name: "MIT", identifier: "MIT" },
		},
		servers: [{ url: info.publicUrl ?? (info.base || "/") }],
		tags: [
			{ name: "mills", description: "The tools" },
			{ name: "discovery", description: "Schemas, descriptions, lists and problems" },
			...(info.offers("mcp") ? [{ name: "agents", description: "The tools for agents" }] : []),
		],
		paths,
		components: {
			schemas: { Problem: PROBLEM_SCHEMA, ...outputSchemas(mills, info) },
			responses: problems.components(),
			...(Object.keys(info.security.schemes).length > 0 && { securitySchemes: info.security.schemes }),
		},
	}) as OpenApi;
}

/** What is data of an author, in which no word is ours. */
const DATA: readonly string[] = ["const", "default", "enum", "examples"];

/** The document with `x-view` for the keyword `view`: OpenAPI's schemas have no words of others, and linters refuse them. */
function withExtensions(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withExtensions);
	if (!isObject(value)) return value;
	// A member that is called `view` has a schema, and not the name of a view.
	const rows = Object.entries(value).map(([key, member]) =>
		key === "view" && typeof member === "string"
			? ["x-view", member]
			: [key, DATA.includes(key) ? member : withExtensions(member)],
	);
	return Object.fromEntries(rows);
}

/** The parts of the document that every server has. */
export interface OpenApi {
	readonly openapi: string;
	readonly info: { readonly title: string; readonly [fact: string]: unknown };
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly [part: string]: unknown;
}

/** The parts of an operation that every operation has. */
export interface Operation {
	readonly tags: readonly string[];
	readonly operationId: string;
	readonly summary: string;
	readonly description: string;
	readonly responses: Readonly<Record<string, object>>;
	readonly [part: string]: unknown;
}

function call(mill: Mill, info: ServerInfo, problems: SharedProblems, version: string): Operation {
	const inputs = Object.entries(mill.input).map(([mediaType, form]) => [
		mediaType,
		{ ...inputContent(mediaType, form), ...withExamples(inputExamples(mill, info, mediaType)) },
	]);
	const lines = lineKind(mill);
	return {
		tags: ["mills"],
		operationId: camel(mill.name),
		summary: mill.name,
		description: wholeText(mill),
		...(mill.deprecated && { deprecated: true, "x-deprecated": mill.deprecated }),
		security: info.security.calls(mill.name),
		"x-safe": true,
		"x-idempotent": true,
		...(mill.parts !== undefined && { "x-parts": mill.parts }),
		...(lines !== undefined && { "x-lines": lines }),
		parameters: parametersOf(mill),
		requestBody: {
			required: true,
			content: { ...Object.fromEntries(inputs), ...manyContent(mill, version).input },
		},
		responses: { 200: resultResponse(mill, info, version), ...problems.of(mill) },
	};
}

function parametersOf(mill: Mill): object[] {
	const inPath = pathParameters(mill.path);
	const parameters = parametersSchema(mill);
	const demanded = required(parameters);
	return Object.entries(properties(parameters)).map(([name, { description, ...schema }]) => ({
		name,
		in: inPath.includes(name) ? "path" : "query",
		...(description !== undefined && { description }),
		required: inPath.includes(name) || demanded.includes(name),
		schema,
		...withExamples(parameterExamples(mill, name)),
	}));
}

/** OpenAPI allows an empty map of examples, but readers would show an empty list. */
function withExamples(examples: object): object {
	return Object.keys(examples).length > 0 ? { examples } : {};
}
