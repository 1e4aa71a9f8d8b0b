// Separate from the validator, so that the page does not load it.

/** A JSON Schema as plain data. TypeBox's types are such objects. */
export interface JsonSchema {
	readonly [keyword: string]: unknown;
}

/** The members of an object schema; none for any other. */
export function properties(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
	return (schema.properties ?? {}) as Record<string, JsonSchema>;
}

export function required(schema: JsonSchema): readonly string[] {
	return (schema.required ?? []) as string[];
}

/** The defaults of an object schema, by member. */
export function defaultsOf(schema: JsonSchema): Record<string, unknown> {
	const members = Object.entries(properties(schema)).filter(([, member]) => "default" in member);
	return Object.fromEntries(members.map(([name, member]) => [name, member.default]));
}

/** The values of an enumeration (`enum`, `const`, or a union of these). */
export function enumeration(schema: JsonSchema): readonly unknown[] | undefined {
	if (Array.isArray(schema.enum)) return schema.enum;
	if ("const" in schema) return [schema.const];
	const members = schema.anyOf ?? schema.oneOf;
	if (!Array.isArray(members) || members.length === 0) return undefined;
	const values = members.map((member: JsonSchema) => enumeration(member));
	return values.every((list) => list !== undefined) ? values.flat() : undefined;
}
