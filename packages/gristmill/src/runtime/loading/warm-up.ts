import { batchKey } from "../admission/call-key.js";
import { performBatch } from "../perform-batch.js";
import type { ReadyMill } from "../ready-mill.js";
import { describeFailure } from "./describe-failure.js";
import { exampleCall } from "./example-call.js";

const NEVER = new AbortController().signal;

/**
 * Computes one batch of each size of a mill whose `batch` is `warm`, so that the first use of a size, which compiles or allocates much
 * on a GPU, delays no caller. A batch repeats the examples that have the parameters of the first one.
 */
export async function warmUp(ready: ReadyMill): Promise<void> {
	const { batch, examples } = ready.mill;
	if (!batch?.warm) return;
	const [first, ...others] = examples.map((example) => exampleCall(ready.mill, example));
	// An example that holds for other settings is left out, so there may be none.
	if (!first) return;
	const key = batchKey(first);
	const calls = [first, ...others.filter((other) => batchKey(other) === key)];
	for (const size of batch.sizes ?? []) {
		const repeated = Array.from({ length: size }, (_, i) => calls[i % calls.length] ?? first);
		const answers = await performBatch(ready, repeated, () => NEVER);
		const failed = answers.find((answer) => "error" in answer);
		if (failed)
			throw new Error(
				`A batch of ${size} examples failed when it was warmed up: ${describeFailure(failed.error)}`,
			);
	}
}
