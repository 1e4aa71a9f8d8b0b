import type { InputForm } from "../../core/definition/input.js";
import type { JsonSchema } from "../../core/schema/json-schema.js";
import { formSchema, partEncodings, partsSchema } from "../schema.js";

/**
 * Bytes as code generators know them. In OpenAPI 3.1 a schema without a type means the same, but generators then send
 * such a body as JSON.
 */
export const BYTES: JsonSchema = { type: "string", format: "binary" };

/** Returns the schema of one media type of the input. `encoding` has the media types of a form's parts. */
export function inputContent(mediaType: string, form: InputForm): object {
	const limit = Number.isFinite(form.maxBytes) ? { "x-max-bytes": form.maxBytes } : {};
	if (form.kind !== "form") return { schema: inputSchema(mediaType, form), ...limit };
	const schema = partsSchema(mediaType, form, (part) => inputSchema(part.types?.[0] ?? "", part));
	return { schema, encoding: partEncodings(form, "x-max-bytes"), ...limit };
}

function inputSchema(mediaType: string, form: InputForm): JsonSchema {
	const { kind, description } = form;
	if (kind === "text" || kind === "json") return formSchema(mediaType, form);
	return { ...BYTES, ...(description !== undefined && { description }) };
}
