import { alternatives } from "../core/alternatives.js";
import { enumeration, type JsonSchema } from "../core/schema/json-schema.js";

/** Describes a schema in a few words for a table: `integer, 0 to 120`, `one of "F", "M"`, `array of string`. */
export function describeType(schema: JsonSchema): string {
	if (schema.contentEncoding === "base64") return `${schema.contentMediaType ?? "bytes"}, base64 in JSON`;
	const values = enumeration(schema);
	if (values)
		return `${values.length > 1 ? "one of " : ""}${values.map((value) => JSON.stringify(value)).join(", ")}`;
	const members = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
	if (members) return alternatives(members.map(describeType));
	if (schema.prefixItems)
		return `tuple of ${(schema.prefixItems as JsonSchema[]).map(describeType).join(", ")}`;
	if (schema.type === "array") return `array of ${describeType((schema.items ?? {}) as JsonSchema)}`;
	const [map] = Object.values((schema.patternProperties ?? {}) as Record<string, JsonSchema>);
	if (map) return `map to ${describeType(map)}`;
	const type = typeof schema.type === "string" ? schema.type : "any value";
	const from = schema.minimum ?? schema.minLength;
	const to = schema.maximum ?? schema.maxLength;
	const unit = type === "string" ? " characters" : "";
	if (from !== undefined && to !== undefined) return `${type}, ${from} to ${to}${unit}`;
	if (from !== undefined) return `${type}, at least ${from}${unit}`;
	if (to !== undefined) return `${type}, at most ${to}${unit}`;
	return type;
}
