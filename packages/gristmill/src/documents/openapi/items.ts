import { EVENT_STREAM, JSON_LINES } from "../../codecs/parts.js";
import { growingMember } from "../../core/definition/growing-member.js";
import type { Mill } from "../../core/definition/mill.js";
import type { JsonSchema } from "../../core/schema/json-schema.js";
import { lineKind } from "../lines.js";
import { formSchema } from "../schema.js";
import { outputName, schemaReference } from "./names.js";

const BASE64 = { type: "string", contentEncoding: "base64" };
const PROBLEM = single("$problem", schemaReference("Problem"));

/**
 * What an item of a stream is. OpenAPI 3.2 has a word for it; in 3.1 it is an extension, which generators ignore.
 */
export function itemsOf(version: string, schema: JsonSchema): object {
	return { [version.startsWith("3.2") ? "itemSchema" : "x-item-schema"]: schema };
}

/** The schema of a line or an event of a result that comes in parts; undefined for a media type without items. */
export function partItem(mill: Mill, type: string): JsonSchema | undefined {
	if (mill.parts === undefined) return undefined;
	if (type === EVENT_STREAM)
		return {
			type: "object",
			properties: {
				event: { enum: ["part", "progress", "end", "problem"] },
				id: { type: "string" },
				data: { type: "string", contentMediaType: "application/json" },
			},
		};
	if (type !== JSON_LINES) return undefined;
	const { part = BASE64, rest } = growingMember(mill.output, mill.parts);
	const count = { type: "integer", minimum: 0 };
	const { properties = {}, required = [], ...others } = rest;
	const end = {
		...others,
		properties: { parts: count, ...(properties as object) },
		required: ["parts", ...(required as string[])],
	};
	return { anyOf: [part, single("$end", end), PROBLEM] };
}

/** The media type objects of requests with many inputs, and of their answers, by media type. */
export function manyContent(
	mill: Mill,
	version: string,
): { readonly input: object; readonly result: object } {
	// In 3.1 a further media type of a request would change what generators send.
	if (lineKind(mill) === undefined || !version.startsWith("3.2")) return { input: {}, result: {} };
	const all = Object.entries(mill.input).map(([mediaType, form]) =>
		form.kind === "text" || form.kind === "json"
			? formSchema(mediaType, form)
			: form.kind === "form"
				? { type: "object" }
				: BASE64,
	);
	// Pictures of several types are the same text.
	const lines = [...new Map(all.map((line) => [JSON.stringify(line), line])).values()];
	const [only] = lines;
	const input = { schema: TEXT, ...itemsOf(version, lines.length === 1 && only ? only : { anyOf: lines }) };
	const line = { anyOf: [schemaReference(outputName(mill)), PROBLEM] };
	const own = partItem(mill, JSON_LINES);
	const item = own ? { anyOf: [own, line] } : line;
	return {
		input: { [JSON_LINES]: input },
		result: { [JSON_LINES]: { schema: TEXT, ...itemsOf(version, item) } },
	};
}

/** As a whole, a stream is a text. */
export const TEXT: JsonSchema = { type: "string" };

function single(name: string, schema: object): JsonSchema {
	return { type: "object", properties: { [name]: schema }, required: [name], additionalProperties: false };
}
