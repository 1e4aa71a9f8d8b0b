import { parentPort } from "node:worker_threads";
import { Errors } from "../core/typebox.js";
import type { Case, Judgement } from "./judge.js";

parentPort?.on("message", ({ id, schema, values }: Case) => {
	let complaints: Judgement["complaints"];
	try {
		complaints = values.map((value) => complaint(schema, value));
	} catch {
		// A reference to what is not there; a pattern that is none.
	}
	parentPort?.postMessage({ id, complaints } satisfies Judgement);
});

/** Interpreted, not compiled: a stranger's schema must not become code. */
function complaint(schema: object, value: unknown): string | null {
	const [valid, errors] = Errors(schema, value);
	// "schema is false" is how the validator words a closed object; another entry says it better.
	const error = errors.find(({ keyword }) => keyword !== "boolean") ?? errors[0];
	return valid ? null : `${error?.instancePath || "the value"} ${error?.message ?? "is not valid"}`;
}
