import { type ResultType, rawTypes } from "../codecs/encode.js";
import { streamTypes } from "../codecs/parts.js";
import { partsOf } from "../core/definition/form.js";
import type { InputForm } from "../core/definition/input.js";
import { type Mill, pathParameters } from "../core/definition/mill.js";
import { type JsonSchema, properties, required } from "../core/schema/json-schema.js";
import { deprecationText } from "./deprecated.js";
import { listedExamples, outputAsJson } from "./examples.js";
import { lineKind } from "./lines.js";
import { documentHref, offersXmlSchema, resultTypes } from "./links.js";
import { PROBLEM_SCHEMA, problemsByStatus, problemsOf } from "./problem-schema.js";
import { located, type ServerInfo } from "./server-info.js";

/** Returns the full text about a mill: its summary, its deprecation and its description. */
export function wholeText(mill: Mill): string {
	const { summary, description } = mill;
	// Some descriptions begin with the summary.
	const rest = description.startsWith(summary) ? description.slice(summary.length).trimStart() : description;
	const parts = [summary, deprecationText(mill), rest];
	return parts.filter(Boolean).join("\n\n");
}

/**
 * Returns the main document of a mill. Its root is the schema of the result, and `$defs` holds the input, the
 * parameters, the problems and how to call it. Every other document is a rendering of the same facts.
 */
export function schemaDocument(mill: Mill, info: ServerInfo): JsonSchema {
	const { $defs, properties: members, ...output } = mill.output;
	const outputs = mill.examples.flatMap((example) => outputAsJson(mill, example) ?? []);
	return {
		$schema: "https://json-schema.org/draft/2020-12/schema",
		// Without a public URL, the address of the document is its identity (RFC 3986 §5.1.3).
		...(info.publicUrl !== undefined && { $id: located(info, `${mill.name}/$schema`) }),
		title: mill.name,
		description: wholeText(mill),
		...(mill.deprecated && { deprecated: true }),
		...output,
		properties: {
			...(members as object),
			_links: { $ref: "#/$defs/links" },
			_embedded: { type: "object" },
		},
		...(outputs.length > 0 && { examples: outputs }),
		$defs: {
			...($defs as object | undefined),
			input: inputSchema(mill),
			parameters: parametersSchema(mill),
			output: { $ref: "#" },
			problem: {
				...PROBLEM_SCHEMA,
				properties: {
					...PROBLEM_SCHEMA.properties,
					code: { ...PROBLEM_SCHEMA.properties.code, enum: Object.keys(problemsOf(mill, info)) },
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
			operation: { title: "How to call it, in the words of OpenAPI", const: operation(mill, info) },
		},
	};
}

/** Returns the schema of one media type of the input. */
export function formSchema(mediaType: string, form: InputForm): JsonSchema {
	if (form.kind === "form") return partsSchema(mediaType, form, partSchema);
	return {
		...(form.description !== undefined && { description: form.description }),
		...(form.kind === "text" && { type: "string" }),
		...form.schema,
		contentMediaType: mediaType,
	};
}

/** Returns the schema of a form: an object with its parts. */
export function partsSchema(
	mediaType: string,
	form: InputForm,
	schemaOf: (part: InputForm) => JsonSchema,
): JsonSchema {
	const parts = partsOf(form);
	return {
		...(form.description !== undefined && { description: form.description }),
		type: "object",
		properties: Object.fromEntries(parts.map(([name, part]) => [name, schemaOf(part)])),
		required: parts.filter(([, { isOptional }]) => !isOptional).map(([name]) => name),
		additionalProperties: false,
		contentMediaType: mediaType,
	};
}

function partSchema(part: InputForm): JsonSchema {
	const { types = [], description } = part;
	const [first = ""] = types;
	if (types.length === 1) return formSchema(first, part);
	const forms = types.map((contentMediaType) => ({ contentMediaType }));
	return { ...(description !== undefined && { description }), anyOf: forms };
}

/** Returns the media types and limits of the parts of a form, as OpenAPI has them; undefined for another input. */
export function partEncodings(form: InputForm, limit: "maxBytes" | "x-max-bytes"): JsonSchema | undefined {
	if (form.kind !== "form") return undefined;
	return Object.fromEntries(
		partsOf(form).map(([name, { types = [], maxBytes }]) => [
			name,
			{ contentType: types.join(", "), [limit]: maxBytes },
		]),
	);
}

function inputSchema(mill: Mill): JsonSchema {
	const forms = Object.entries(mill.input).map(([mediaType, form]) => formSchema(mediaType, form));
	return forms.length === 1 && forms[0] ? forms[0] : { anyOf: forms };
}

/** Returns the parameters as callers see them. A parameter with a default is optional. */
export function parametersSchema(mill: Mill): JsonSchema {
	const members = properties(mill.parameters);
	const demanded = required(mill.parameters).filter((name) => !("default" in (members[name] ?? {})));
	const { required: _, ...rest } = mill.parameters;
	return { ...rest, ...(demanded.length > 0 && { required: demanded }) };
}

function operation(mill: Mill, info: ServerInfo): object {
	const inPath = pathParameters(mill.path);
	const types = Object.entries(mill.input);
	const demanded = info.security.calls(mill.name);
	const lines = lineKind(mill);
	return {
		method: mill.method,
		// A URI template (RFC 6570). It is absolute or relative to the server's base.
		target: located(info, mill.path),
		version: mill.version,
		...(mill.deprecated && { deprecated: mill.deprecated }),
		safe: true,
		idempotent: true,
		// In milliseconds, for all inputs or by their size. An operator may allow less.
		deadline: mill.deadline,
		// In bytes, as sent.
		maxOutput: mill.maxOutput,
		// The member that comes part by part in application/jsonl and text/event-stream.
		...(mill.parts !== undefined && { parts: mill.parts }),
		// What a line is, if application/jsonl sends many inputs.
		...(lines !== undefined && { lines }),
		parameters: Object.keys(properties(mill.parameters)).map((name) => ({
			name,
			in: inPath.includes(name) ? "path" : "query",
			schema: `#/$defs/parameters/properties/${name}`,
		})),
		requestBody: {
			required: true,
			content: Object.fromEntries(
				types.map(([mediaType, form], i) => [
					mediaType,
					{
						schema: types.length === 1 ? "#/$defs/input" : `#/$defs/input/anyOf/${i}`,
						// null means any length.
						maxBytes: Number.isFinite(form.maxBytes) ? form.maxBytes : null,
						...(form.kind === "form" && { encoding: partEncodings(form, "maxBytes") }),
					},
				]),
			),
		},
		responses: {
			200: Object.fromEntries(resultTypes(mill, info).map((type) => [type, resultSchema(mill, info, type)])),
			...Object.fromEntries(problemsByStatus(mill, info)),
			default: { "application/problem+json": "#/$defs/problem" },
		},
		...(mill.examples.length > 0 && { examples: listedExamples(mill, info) }),
		security: demanded,
		securitySchemes: demanded.length > 0 ? info.security.schemes : {},
	};
}

/** Returns the address of a result's schema: this document, the XML Schema, or null if there is none. */
function resultSchema(mill: Mill, info: ServerInfo, type: ResultType): string | null {
	// The bytes alone, and streams, have no schema. Their media type says what they are.
	if (rawTypes(mill).includes(type) || streamTypes(mill).includes(type)) return null;
	if (type !== "application/xml") return "#";
	const href =
		offersXmlSchema(mill, info) && documentHref(mill, info, mill.name, "schema", "application/xml");
	return href ? located(info, href) : null;
}
