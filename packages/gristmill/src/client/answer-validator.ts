import { compile } from "../core/schema/json-schema.js";
import type { Schema } from "./discovery/documents.js";

/** Says what is wrong with an output, or returns undefined if it is valid. */
export type Check = (output: unknown) => string | undefined;

/** Compiles the check of results against a schema document, whose root describes the result. */
export function checker(schema: Schema): Check {
	if (typeof schema === "boolean") return () => (schema ? undefined : "no answer is valid");
	const { check, complaint } = compile(schema);
	return (output) => (check(output) ? undefined : complaint(output));
}
