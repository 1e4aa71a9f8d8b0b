import { parentPort, workerData } from "node:worker_threads";
import { Errors } from "typebox/schema";

// Interpreted, not compiled: a stranger's schema must not become code.
const { schema, values } = workerData as { schema: object; values: unknown[] };
const complaints = values.map((value) => {
	const [valid, errors] = Errors(schema, value);
	// "schema is false" is how the validator words a closed object; another entry says it better.
	const error = errors.find(({ keyword }) => keyword !== "boolean") ?? errors[0];
	return valid ? null : `${error?.instancePath || "the value"} ${error?.message ?? "is not valid"}`;
});
parentPort?.postMessage(complaints);
