import { properties } from "../core/json-schema.js";
import { type Mill, pathParameters } from "../core/mill.js";
import { PROBLEMS } from "../core/problem-table.js";
import { offersXmlSchema, resultTypes } from "./links.js";
import {
	CHALLENGE,
	type CommonProblems,
	commonProblems,
	commonResponses,
	problemResponses,
} from "./openapi-problems.js";
import { PROBLEM_SCHEMA } from "./problem-schema.js";
import { formSchema, parametersSchema } from "./schema.js";
import type { Site } from "./site.js";

/** `{base}/$schema`: OpenAPI for all mills; 3.2 where a QUERY mill is served, because 3.1 has no word for it. */
export function openApi(mills: readonly Mill[], site: Site): object {
	const common = commonProblems(mills, site);
	return {
		openapi: mills.some(({ method }) => method === "QUERY") ? "3.2.0" : "3.1.1",
		info: {
			title: site.title,
			version: site.version,
			description: "Stateless tools: send one input, get one result. Every call is safe to repeat.",
			license: { name: "MIT", identifier: "MIT" },
		},
		servers: [{ url: site.publicUrl ?? (site.base || "/") }],
		tags: [
			{ name: "mills", description: "The tools" },
			{ name: "discovery", description: "Schemas and descriptions" },
		],
		paths: Object.assign({}, ...mills.map((mill) => pathsOf(mill, site, common))),
		components: {
			schemas: {
				Problem: PROBLEM_SCHEMA,
				...(mills.some((mill) => carriesLinks(mill, site)) && { Links: LINKS_SCHEMA }),
				...Object.fromEntries(mills.map((mill) => [outputName(mill), outputSchema(mill, site)])),
			},
			responses: commonResponses(common),
			...(Object.keys(site.security.schemes).length > 0 && { securitySchemes: site.security.schemes }),
		},
	};
}

const LINKS_SCHEMA = {
	title: "Where the documents of a mill are",
	type: "object",
	additionalProperties: {
		type: "object",
		properties: { href: { type: "string" }, type: { type: "string" } },
		required: ["href"],
	},
};

function carriesLinks(mill: Mill, site: Site): boolean {
	return site.offers("links", mill.name);
}

/** One schema for a result in all its media types: only HAL has links, but a closed object must name them. */
function outputSchema(mill: Mill, site: Site): object {
	const links = carriesLinks(mill, site) && { _links: { $ref: "#/components/schemas/Links" } };
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

function pathsOf(mill: Mill, site: Site, common: CommonProblems): object {
	const { offers } = site;
	const urls = offers("urls", mill.name);
	return {
		[`/${mill.path}`]: { [mill.method.toLowerCase()]: call(mill, site, common) },
		...(urls &&
			offers("schema", mill.name) && { [`/${mill.name}/$schema`]: { get: schemaOperation(mill, site) } }),
		...(urls &&
			offers("description", mill.name) && {
				[`/${mill.name}/$description`]: { get: descriptionOperation(mill, site) },
			}),
	};
}

const PROBLEM_CONTENT = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };

function call(mill: Mill, site: Site, common: CommonProblems): object {
	const inPath = pathParameters(mill.path);
	const parameters = parametersSchema(mill);
	const demanded = (parameters.required ?? []) as string[];
	const output = { schema: { $ref: `#/components/schemas/${outputName(mill)}` } };
	return {
		tags: ["mills"],
		operationId: camel(mill.name),
		summary: mill.summary,
		...(mill.description && { description: mill.description }),
		...(mill.deprecated && { deprecated: true, "x-deprecated": mill.deprecated }),
		security: site.security.calls(mill.name),
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
					{ schema: formSchema(mediaType, form), "x-max-bytes": form.maxBytes },
				]),
			),
		},
		responses: {
			200: {
				description: "The result",
				content: Object.fromEntries(resultTypes(mill, site).map((type) => [type, output])),
			},
			...problemResponses(mill, site, common),
		},
	};
}

const NOT_OFFERED = { description: "Not offered", content: PROBLEM_CONTENT };

function refusals(mill: Mill, site: Site): object {
	if (site.security.documents(mill.name).length === 0) return {};
	return { 401: { description: PROBLEMS.unauthorised.title, ...CHALLENGE, content: PROBLEM_CONTENT } };
}

function documentOperation(
	mill: Mill,
	site: Site,
	document: "schema" | "description",
	answer: { readonly description: string; readonly content: object },
): object {
	return {
		tags: ["discovery"],
		operationId: camel(`${mill.name}-${document}`),
		summary: `The ${document} of ${mill.name}`,
		security: site.security.documents(mill.name),
		responses: { ...refusals(mill, site), 200: answer, 404: NOT_OFFERED },
	};
}

function schemaOperation(mill: Mill, site: Site): object {
	const xml = offersXmlSchema(mill, site) && { "application/schema+xml": { schema: { type: "string" } } };
	return documentOperation(mill, site, "schema", {
		description: "JSON Schema 2020-12, or XML Schema",
		content: { "application/schema+json": { schema: { type: "object" } }, ...xml },
	});
}

function descriptionOperation(mill: Mill, site: Site): object {
	const text = { schema: { type: "string" } };
	return documentOperation(mill, site, "description", {
		description: "Text for people",
		content: { "text/markdown": text, "text/html": text },
	});
}
