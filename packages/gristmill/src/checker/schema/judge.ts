import { Worker } from "node:worker_threads";

/** Values to validate against a schema. */
export interface Case {
	readonly id: number;
	readonly schema: object;
	readonly values: readonly unknown[];
}

export interface Judgement {
	readonly id: number;
	/** Undefined if the schema cannot be used. */
	readonly complaints?: (string | null)[] | undefined;
}

let worker: Worker | undefined;
let cases = 0;

/**
 * Validates values: a complaint for each, or null if it is valid. Undefined if the schema cannot be used or takes too
 * long: a pattern in an untrusted schema can take forever. Runs in a thread, because only a thread can be stopped.
 */
export function complaints(
	schema: object,
	values: readonly unknown[],
	milliseconds: number,
): Promise<(string | null)[] | undefined> {
	// One thread for all schemas, because starting takes longer than validating.
	worker ??= start();
	const judge = worker;
	const id = cases++;
	return new Promise((resolve) => {
		const settle = (found: (string | null)[] | undefined) => {
			clearTimeout(timer);
			judge.off("message", onMessage);
			judge.off("exit", onExit);
			resolve(found);
		};
		const onMessage = (judgement: Judgement) => {
			if (judgement.id === id) settle(judgement.complaints);
		};
		const onExit = () => settle(undefined);
		const timer = setTimeout(() => void judge.terminate(), milliseconds);
		judge.on("message", onMessage);
		judge.on("exit", onExit);
		judge.postMessage({ id, schema, values } satisfies Case);
	});
}

function start(): Worker {
	const started = new Worker(new URL("./judge-worker.js", import.meta.url), {
		resourceLimits: { maxOldGenerationSizeMb: 128 },
	});
	// The timer of a case keeps the process alive while a caller waits.
	started.unref();
	started.on("error", () => {});
	started.on("exit", () => {
		if (worker === started) worker = undefined;
	});
	return started;
}
