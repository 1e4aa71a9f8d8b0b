import { rawTypes } from "../codecs/encode.js";
import type { InputForm } from "../core/definition/input.js";
import { type Mill, pathParameters } from "../core/definition/mill.js";
import { PROBLEMS } from "../core/problem-table.js";
import { type JsonSchema, properties } from "../core/schema/json-schema.js";
import { offersXmlSchema, resultTypes } from "./links.js";
import {
	CHALLENGE,
	type CommonProblems,
	commonProblems,
	commonResponses,
	problemResponses,
} from "./openapi-problems.js";
import { PROBLEM_SCHEMA } from "./problem-schema.js";
import { formSchema, parametersSchema, partEncodings, partsSchema } from "./schema.js";
import type { ServerInfo } from "./server-info.js";

/**
 * Returns `{base}/$schema`: OpenAPI for all mills. It is 3.2 if a mill uses QUERY, because 3.1 does not support that
 * method.
 */
export function openApi(mills: readonly Mill[], info: ServerInfo): object {
	const common = commonProblems(mills, info);
	return {
		openapi: mills.some(({ method }) => method === "QUERY") ? "3.2.0" : "3.1.1",
		info: {
			title: info.title,
			version: info.version,
			description: "Stateless tools: send one input, get one result. Every call is safe to repeat.",
			license: { name: "MIT", identifier: "MIT" },
		},
		servers: [{ url: info.publicUrl ?? (info.base || "/") }],
		tags: [
			{ name: "mills", description: "The tools" },
			{ name: "discovery", description: "Schemas and descriptions" },
		],
		paths: Object.assign({}, ...mills.map((mill) => pathsOf(mill, info, common))),
		components: {
			schemas: {
				Problem: PROBLEM_SCHEMA,
				...(mills.some((mill) => carriesLinks(mill, info)) && { Links: LINKS_SCHEMA }),
				...Object.fromEntries(mills.map((mill) => [outputName(mill), outputSchema(mill, info)])),
			},
			responses: commonResponses(common),
			...(Object.keys(info.security.schemes).length > 0 && { securitySchemes: info.security.schemes }),
		},
	};
}

const LINKS_SCHEMA = {
	title: "Links to the documents of a mill",
	type: "object",
	additionalProperties: {
		type: "object",
		properties: { href: { type: "string" }, type: { type: "string" } },
		required: ["href"],
	},
};

function carriesLinks(mill: Mill, info: ServerInfo): boolean {
	return info.offers("links", mill.name);
}

/** Returns one schema for a result in all its media types. Only HAL has links, but a closed object must declare them. */
function outputSchema(mill: Mill, info: ServerInfo): object {
	const links = carriesLinks(mill, info) && { _links: { $ref: "#/components/schemas/Links" } };
	return { title: mill.summary, ...mill.output, properties: { ...properties(mill.output), ...links } };
}

/** `word-counter` → `WordCounter`. */
function pascal(name: string): string {
	return name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function outputName(mill: Mill): string {
	return `${pascal(mill.name)}Output`;
}

function camel(name: string): string {
	const word = pascal(name);
	return word.charAt(0).toLowerCase() + word.slice(1);
}

function pathsOf(mill: Mill, info: ServerInfo, common: CommonProblems): object {
	const { offers } = info;
	const urls = offers("urls", mill.name);
	return {
		[`/${mill.path}`]: { [mill.method.toLowerCase()]: call(mill, info, common) },
		...(urls &&
			offers("schema", mill.name) && { [`/${mill.name}/$schema`]: { get: schemaOperation(mill, info) } }),
		...(urls &&
			offers("description", mill.name) && {
				[`/${mill.name}/$description`]: { get: descriptionOperation(mill, info) },
			}),
	};
}

const PROBLEM_CONTENT = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };

/** Bytes as code generators know them. */
const BYTES = { schema: { type: "string", format: "binary" } };

/** The schema of a part. Code generators know files by their format; `encoding` has the media types. */
function partSchema(part: InputForm): JsonSchema {
	const { kind, types: [first = ""] = [], description } = part;
	if (kind === "text" || kind === "json") return formSchema(first, part);
	return { ...BYTES.schema, ...(description !== undefined && { description }) };
}

function call(mill: Mill, info: ServerInfo, common: CommonProblems): object {
	const inPath = pathParameters(mill.path);
	const parameters = parametersSchema(mill);
	const demanded = (parameters.required ?? []) as string[];
	const raw = rawTypes(mill);
	const output = { schema: { $ref: `#/components/schemas/${outputName(mill)}` } };
	return {
		tags: ["mills"],
		operationId: camel(mill.name),
		summary: mill.summary,
		...(mill.description && { description: mill.description }),
		...(mill.deprecated && { deprecated: true, "x-deprecated": mill.deprecated }),
		security: info.security.calls(mill.name),
		"x-safe": true,
		"x-idempotent": true,
		parameters: Object.entries(properties(parameters)).map(([name, { description, ...schema }]) => ({
			name,
			in: inPath.includes(name) ? "path" : "query",
			...(description !== undefined && { description }),
			required: inPath.includes(name) || demanded.includes(name),
			schema,
		})),
		requestBody: {
			required: true,
			content: Object.fromEntries(
				Object.entries(mill.input).map(([mediaType, form]) => [
					mediaType,
					form.kind === "form"
						? {
								schema: partsSchema(mediaType, form, partSchema),
								encoding: partEncodings(form, "x-max-bytes"),
								"x-max-bytes": form.maxBytes,
							}
						: { schema: formSchema(mediaType, form), "x-max-bytes": form.maxBytes },
				]),
			),
		},
		responses: {
			200: {
				description: "The result",
				content: Object.fromEntries(
					resultTypes(mill, info).map((type) => [type, raw.includes(type) ? BYTES : output]),
				),
				"x-max-bytes": mill.maxOutput,
			},
			...problemResponses(mill, info, common),
		},
	};
}

const NOT_OFFERED = { description: "Not offered", content: PROBLEM_CONTENT };

function refusals(mill: Mill, info: ServerInfo): object {
	if (info.security.documents(mill.name).length === 0) return {};
	return { 401: { description: PROBLEMS.unauthorised.title, ...CHALLENGE, content: PROBLEM_CONTENT } };
}

function documentOperation(
	mill: Mill,
	info: ServerInfo,
	document: "schema" | "description",
	answer: { readonly description: string; readonly content: object },
): object {
	return {
		tags: ["discovery"],
		operationId: camel(`${mill.name}-${document}`),
		summary: `The ${document} of ${mill.name}`,
		security: info.security.documents(mill.name),
		responses: { ...refusals(mill, info), 200: answer, 404: NOT_OFFERED },
	};
}

function schemaOperation(mill: Mill, info: ServerInfo): object {
	const xml = offersXmlSchema(mill, info) && { "application/schema+xml": { schema: { type: "string" } } };
	return documentOperation(mill, info, "schema", {
		description: "JSON Schema 2020-12, or XML Schema",
		content: { "application/schema+json": { schema: { type: "object" } }, ...xml },
	});
}

function descriptionOperation(mill: Mill, info: ServerInfo): object {
	const text = { schema: { type: "string" } };
	return documentOperation(mill, info, "description", {
		description: "Text for people",
		content: { "text/markdown": text, "text/html": text },
	});
}
