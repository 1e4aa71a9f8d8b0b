import { parentPort } from "node:worker_threads";
import { Errors } from "../../core/schema/typebox.js";
import type { Case, Judgement } from "./judge.js";

parentPort?.on("message", ({ id, schema, values }: Case) => {
	let complaints: Judgement["complaints"];
	try {
		complaints = values.map((value) => complaint(schema, value));
	} catch {
		// A broken reference, or an invalid pattern.
	}
	parentPort?.postMessage({ id, complaints } satisfies Judgement);
});

/** Interpreted, not compiled: an untrusted schema must not become code. */
function complaint(schema: object, value: unknown): string | null {
	const [valid, errors] = Errors(schema, value);
	// For a closed object the validator says "schema is false". Another error explains it better.
	const error = errors.find(({ keyword }) => keyword !== "boolean") ?? errors[0];
	return valid ? null : `${error?.instancePath || "the value"} ${error?.message ?? "is not valid"}`;
}
