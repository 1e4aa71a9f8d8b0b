import type { Schema } from "../../client/index.js";
import { isObject } from "../../core/schema/is-object.js";
import { WorkError } from "../command-line/command-error.js";

const member = (value: unknown, name: string) => (isObject(value) ? value[name] : undefined);
const at = (schema: Schema, ...path: readonly string[]) => path.reduce<unknown>(member, schema);

// Completion scripts pass these words to a shell. More characters would be allowed in a schema, but not there.

/** The media types of results that a schema document lists for its mill. */
export function resultTypes(schema: Schema): string[] {
	const results = at(schema, "$defs", "operation", "const", "responses", "200");
	if (!isObject(results))
		throw new WorkError("The schema of the mill lists no media types. Its description may name them.");
	return Object.keys(results).filter((type) => /^[\w.+-]+\/[\w.+-]+$/.test(type));
}

/** The parameters as `--param` takes them: `scheme=word` for each choice, `limit=` for any other value. */
export function parameterWords(schema: Schema): string[] {
	const parameters = at(schema, "$defs", "parameters", "properties");
	if (!isObject(parameters)) return [];
	return Object.entries(parameters)
		.flatMap(([name, rule]) => valuesOf(rule).map((value) => `${name}=${value}`))
		.filter((word) => /^[\w.-]+=[\w.+,/-]*$/.test(word));
}

/** The values that a parameter can have; an empty one if they cannot be listed. */
function valuesOf(rule: unknown): unknown[] {
	const [one, some] = [member(rule, "const"), member(rule, "enum")];
	if (one !== undefined) return [one];
	if (Array.isArray(some)) return some;
	if (member(rule, "type") === "boolean") return [true, false];
	const either = member(rule, "anyOf");
	return Array.isArray(either) ? either.flatMap(valuesOf) : [""];
}
