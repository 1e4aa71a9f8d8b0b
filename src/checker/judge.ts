import { Worker } from "node:worker_threads";

/** Milliseconds: a pattern in a stranger's schema can be made to take for ever. */
const PATIENCE = 3_000;

/**
 * What speaks against each value by a schema: a complaint, or null where it is valid. Undefined where the schema
 * cannot be used, or takes too long. In a thread of its own, because only a thread can be stopped.
 */
export function complaints(
	schema: object,
	values: readonly unknown[],
): Promise<(string | null)[] | undefined> {
	return new Promise((resolve) => {
		const worker = new Worker(new URL("./judge-worker.js", import.meta.url), {
			workerData: { schema, values },
			resourceLimits: { maxOldGenerationSizeMb: 128 },
			stderr: true,
		});
		const settle = (found: (string | null)[] | undefined) => {
			clearTimeout(timer);
			void worker.terminate();
			resolve(found);
		};
		const timer = setTimeout(() => settle(undefined), PATIENCE);
		worker.once("message", settle);
		worker.once("error", () => settle(undefined));
		worker.once("exit", () => settle(undefined));
	});
}
