import type { MillEntry, Schema } from "../client/index.js";
import { FORM_TYPE } from "../core/definition/form.js";
import { isJsonType, parseMediaType } from "../core/http-words/media-type.js";
import { base64Members } from "../core/schema/base64-members.js";
import { isObject } from "../core/schema/is-object.js";
import type { JsonSchema } from "../core/schema/json-schema.js";
import type { ToolFacts, ToolInput, ToolPart } from "./arguments/tool-facts.js";

/** The definitions that our schema documents add to the author's own. */
const OURS = ["input", "parameters", "output", "problem", "link", "links", "operation"];

/** The facts of a remote mill, from its list entry and its schema document. */
export function remoteFacts(entry: MillEntry, document: Schema): ToolFacts {
	const schema = members(document);
	const definitions = members(schema.$defs);
	const operation = members(members(definitions.operation).const);
	const parameters = members(definitions.parameters);
	const inPath = [...entry.url.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
	const required = new Set([...texts(parameters.required), ...inPath]);
	const output = outputOf(schema);
	return {
		name: entry.name,
		text: typeof schema.description === "string" ? schema.description : (entry.summary ?? entry.name),
		inputs: inputsOf(entry, members(definitions.input), members(operation.requestBody)),
		parameters: { type: "object", ...listable(parameters), required: [...required] },
		output,
		binary: base64Members(output),
		...(typeof operation.parts === "string" && { parts: operation.parts }),
	};
}

function inputsOf(entry: MillEntry, input: JsonSchema, requestBody: JsonSchema): ToolInput[] {
	const content = members(requestBody.content);
	const types = Object.keys(content).length > 0 ? Object.keys(content) : (entry.accepts ?? ["text/plain"]);
	const forms = Array.isArray(input.anyOf) ? input.anyOf.map(members) : [input];
	return types.map((mediaType) => {
		const form = forms.find(({ contentMediaType }) => contentMediaType === mediaType) ?? {};
		const { description, contentMediaType: _, ...schema } = form;
		const { maxBytes, encoding } = members(content[mediaType]);
		const kind = kindOf(mediaType);
		return {
			mediaType,
			kind,
			...(kind === "json" && { schema }),
			...(kind === "form" && { parts: partsIn(schema, members(encoding)) }),
			...(typeof description === "string" && { description }),
			...(typeof maxBytes === "number" && { maxBytes }),
		};
	});
}

function partsIn(schema: JsonSchema, encoding: JsonSchema): ToolPart[] {
	return Object.entries(members(schema.properties)).map(([name, part]) => {
		const { description, contentMediaType, anyOf: _, ...own } = members(part);
		const { contentType = contentMediaType, maxBytes } = members(encoding[name]);
		const types = String(contentType ?? "application/octet-stream").split(/\s*,\s*/);
		const inputs = types.map((mediaType) => ({
			mediaType,
			kind: kindOf(mediaType),
			...(kindOf(mediaType) === "json" && { schema: own }),
			...(typeof description === "string" && { description }),
			...(typeof maxBytes === "number" && { maxBytes }),
		}));
		return { name, isOptional: !texts(schema.required).includes(name), inputs };
	});
}

function kindOf(mediaType: string): ToolInput["kind"] {
	const essence = parseMediaType(mediaType)?.essence ?? mediaType;
	if (essence === FORM_TYPE) return "form";
	if (isJsonType(mediaType)) return "json";
	return essence.startsWith("text/") ? "text" : "bytes";
}

/** The schema of the result, without links and documentation. A tool's result has no links. */
function outputOf(schema: JsonSchema): JsonSchema {
	const { $schema: _, $id: _id, title: _title, description: _text, examples: _examples, ...rest } = schema;
	const { _links, _embedded, ...properties } = members(rest.properties);
	const own = Object.entries(members(rest.$defs)).filter(([name]) => !OURS.includes(name));
	const { $defs: _defs, ...root } = rest;
	return listable({ ...root, properties, ...(own.length > 0 && { $defs: Object.fromEntries(own) }) });
}

/**
 * A schema whose `properties` are objects and whose `required` are names, as the protocol wants them in a tool. A client refuses the
 * whole list for one tool that is different, and `true` is a schema, too.
 */
function listable(schema: JsonSchema): JsonSchema {
	const { properties, required } = schema;
	const objects = Object.entries(members(properties)).map(([name, one]) => [name, members(one)]);
	return {
		...schema,
		...(properties !== undefined && { properties: Object.fromEntries(objects) }),
		...(required !== undefined && { required: texts(required) }),
	};
}

function members(value: unknown): JsonSchema {
	return isObject(value) ? value : {};
}

function texts(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((member) => typeof member === "string") : [];
}
