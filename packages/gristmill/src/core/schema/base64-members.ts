import { type BinaryMember, EACH } from "./binary.js";
import { isObject } from "./is-object.js";

/**
 * The members in base64 that a schema document of any server declares. Their media type is that of a result in JSON. They
 * are found in objects and arrays, as `binary` allows.
 */
export function base64Members(
	schema: unknown,
	path: readonly string[] = [],
	optional = false,
): BinaryMember[] {
	if (!isObject(schema) || path.length > DEEPEST) return [];
	if (schema.contentEncoding === "base64" && path.length > 0) {
		const { contentMediaType: type } = schema;
		return [{ path, mediaTypes: [typeof type === "string" ? type : "application/octet-stream"], optional }];
	}
	if (schema.type === "array") return base64Members(schema.items, [...path, EACH], optional);
	if (!isObject(schema.properties)) return [];
	const needed: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
	return Object.entries(schema.properties).flatMap(([name, member]) =>
		base64Members(member, [...path, name], optional || !needed.includes(name)),
	);
}

/** The document may be hostile. */
const DEEPEST = 32;
