import { isObject } from "../../core/schema/is-object.js";
import { type JsonSchema, properties } from "../../core/schema/schema-parts.js";

/** Resolves a local reference of a schema. */
export function resolved(schema: JsonSchema | undefined, root: JsonSchema | undefined): JsonSchema {
	const pointer = /^#\/(.*)$/.exec(String(schema?.$ref ?? ""))?.[1];
	if (pointer === undefined) return schema ?? {};
	let found: unknown = root;
	for (const step of pointer.split("/"))
		found = (found as Readonly<Record<string, unknown>> | undefined)?.[
			step.replaceAll("~1", "/").replaceAll("~0", "~")
		];
	return (found ?? {}) as JsonSchema;
}

/** The members of a result without links: from the schema, or from the answer if there is none. */
export function membersOf(
	schema: JsonSchema | undefined,
	output: unknown,
): Readonly<Record<string, JsonSchema>> {
	const all = schema
		? properties(schema)
		: Object.fromEntries(keys(output).map((name) => [name, typed(output, name)]));
	return Object.fromEntries(
		Object.entries(all)
			.filter(([name]) => !name.startsWith("_"))
			.map(([name, member]) => [name, resolved(member, schema)]),
	);
}

/** Whether a schema has members of these names and types. */
export function hasMembers(
	members: Readonly<Record<string, JsonSchema>>,
	wanted: Readonly<Record<string, string>>,
): boolean {
	return Object.entries(wanted).every(([name, type]) => members[name]?.type === type);
}

/** The member schemas of a list's items. */
export function itemsOf(
	member: JsonSchema | undefined,
	root: JsonSchema | undefined,
): Readonly<Record<string, JsonSchema>> {
	return member?.type === "array" ? properties(resolved(member.items as JsonSchema | undefined, root)) : {};
}

function keys(output: unknown): string[] {
	return isObject(output) ? Object.keys(output) : [];
}

function typed(output: unknown, name: string): JsonSchema {
	const value = (output as Readonly<Record<string, unknown>>)[name];
	if (!Array.isArray(value)) return { type: typeof value };
	const [first] = value;
	const items = Object.fromEntries(keys(first).map((key) => [key, typed(first, key)]));
	return { type: "array", items: { type: "object", properties: items } };
}
