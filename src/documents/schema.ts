import type { ResultType } from "../codecs/result-types.js";
import type { InputForm } from "../core/input.js";
import { type JsonSchema, properties, required } from "../core/json-schema.js";
import { type Mill, pathParameters } from "../core/mill.js";
import { deprecationText } from "./deprecated.js";
import { listedExamples } from "./examples.js";
import { documentHref, offersXmlSchema, resultTypes } from "./links.js";
import { PROBLEM_SCHEMA, problemsByStatus, problemsOf } from "./problem-schema.js";
import { located, type Site } from "./site.js";

/** The whole text about a mill: its summary, whether it is on its way out, and its description. */
export function wholeText(mill: Mill): string {
	const parts = [mill.summary, deprecationText(mill), mill.description];
	return parts.filter(Boolean).join("\n\n");
}

/**
 * The one document of a mill: its root is the schema of the result, and `$defs` holds the input, the
 * parameters, the problems and how to call it. Every other document is a rendering of the same facts.
 */
export function schemaDocument(mill: Mill, site: Site): JsonSchema {
	const { $defs, properties: members, ...output } = mill.output;
	return {
		$schema: "https://json-schema.org/draft/2020-12/schema",
		// Without a public URL the address that the document came from is its identity (RFC 3986 §5.1.3).
		...(site.publicUrl !== undefined && { $id: located(site, `${mill.name}/$schema`) }),
		title: mill.name,
		description: wholeText(mill),
		...(mill.deprecated && { deprecated: true }),
		...output,
		properties: {
			...(members as object),
			_links: { $ref: "#/$defs/links" },
			_embedded: { type: "object" },
		},
		...(mill.examples.length > 0 && { examples: mill.examples.map(({ output }) => output) }),
		$defs: {
			...($defs as object | undefined),
			input: inputSchema(mill),
			parameters: parametersSchema(mill),
			output: { $ref: "#" },
			problem: {
				...PROBLEM_SCHEMA,
				properties: {
					...PROBLEM_SCHEMA.properties,
					code: { ...PROBLEM_SCHEMA.properties.code, enum: Object.keys(problemsOf(mill, site)) },
				},
			},
			link: {
				type: "object",
				properties: { href: { type: "string" }, type: { type: "string" } },
				required: ["href"],
			},
			links: {
				title: "Links, in application/hal+json",
				type: "object",
				properties: { schema: { $ref: "#/$defs/link" }, description: { $ref: "#/$defs/link" } },
			},
			operation: { title: "How to call it, in the words of OpenAPI", const: operation(mill, site) },
		},
	};
}

/** What one media type of the input must look like. */
export function formSchema(mediaType: string, form: InputForm): JsonSchema {
	return {
		...(form.description !== undefined && { description: form.description }),
		...(form.kind === "text" && { type: "string" }),
		...form.schema,
		contentMediaType: mediaType,
	};
}

function inputSchema(mill: Mill): JsonSchema {
	const forms = Object.entries(mill.input).map(([mediaType, form]) => formSchema(mediaType, form));
	return forms.length === 1 && forms[0] ? forms[0] : { anyOf: forms };
}

/** The parameters as callers see them: what has a default may be left out. */
export function parametersSchema(mill: Mill): JsonSchema {
	const members = properties(mill.parameters);
	const demanded = required(mill.parameters).filter((name) => !("default" in (members[name] ?? {})));
	const { required: _, ...rest } = mill.parameters;
	return { ...rest, ...(demanded.length > 0 && { required: demanded }) };
}

function operation(mill: Mill, site: Site): object {
	const inPath = pathParameters(mill.path);
	const types = Object.entries(mill.input);
	const demanded = site.security.calls(mill.name);
	return {
		method: mill.method,
		// A URI template (RFC 6570), relative to the server's base where it is not absolute.
		target: located(site, mill.path),
		version: mill.version,
		...(mill.deprecated && { deprecated: mill.deprecated }),
		safe: true,
		idempotent: true,
		// Milliseconds, for all inputs or by their size; an operator may allow less.
		deadline: mill.deadline,
		parameters: Object.keys(properties(mill.parameters)).map((name) => ({
			name,
			in: inPath.includes(name) ? "path" : "query",
			schema: `#/$defs/parameters/properties/${name}`,
		})),
		requestBody: {
			required: true,
			content: Object.fromEntries(
				types.map(([mediaType, { maxBytes }], i) => [
					mediaType,
					{ schema: types.length === 1 ? "#/$defs/input" : `#/$defs/input/anyOf/${i}`, maxBytes },
				]),
			),
		},
		responses: {
			200: Object.fromEntries(resultTypes(mill, site).map((type) => [type, resultSchema(mill, site, type)])),
			...Object.fromEntries(problemsByStatus(mill, site)),
			default: { "application/problem+json": "#/$defs/problem" },
		},
		...(mill.examples.length > 0 && { examples: listedExamples(mill, site) }),
		security: demanded,
		securitySchemes: demanded.length > 0 ? site.security.schemes : {},
	};
}

/** Where the schema of a result is found: here, or in the XML Schema; null where there is none to be had. */
function resultSchema(mill: Mill, site: Site, type: ResultType): string | null {
	if (type !== "application/xml") return "#";
	const href =
		offersXmlSchema(mill, site) && documentHref(mill, site, mill.name, "schema", "application/xml");
	return href ? located(site, href) : null;
}
