import { compile } from "../core/json-schema.js";
import type { Schema } from "./documents.js";

/** Prepares the checking of answers against a schema document, whose root describes the result. */
export function checker(schema: Schema): (output: unknown) => string | undefined {
	if (typeof schema === "boolean") return () => (schema ? undefined : "no answer is valid");
	const { check, complaint } = compile(schema);
	return (output) => (check(output) ? undefined : complaint(output));
}
