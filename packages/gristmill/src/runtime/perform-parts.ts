import { partWriter } from "../codecs/parts.js";
import { CallContext } from "./compute.js";
import { computeParts, tooLarge } from "./compute-parts.js";
import { Crash } from "./failures.js";
import { type Call, factsOf, perform, readInput } from "./perform.js";
import type { Growing, ReadyMill } from "./ready-mill.js";

/** Tells how much of a call is done, from 0 to 1. */
type OnProgress = (done: number) => void;

/**
 * The whole of a call whose result is wanted part by part: the same as `perform`, with each part encoded when it comes. The parts before
 * `from` are computed and left out. Throws a Problem or a Crash, also in the middle.
 */
export async function* performParts(
	ready: ReadyMill,
	call: Call,
	signal: () => AbortSignal,
	onProgress: OnProgress,
	pieces?: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer, void, void> {
	if (!ready.growing?.types.includes(call.resultType)) {
		// A long input whose result is wanted as a whole.
		yield Buffer.from((await perform(ready, call, signal, pieces)) as string);
		return;
	}
	const { growth } = (ready.growing as Growing).member;
	const { from = 0, maxOutput = ready.mill.maxOutput } = call;
	const writer = partWriter(call.resultType, growth);
	const context = new CallContext(factsOf(ready, call), ready, signal, 1, onProgress);
	const parts = computeParts(ready, readInput(ready, call, pieces), context);
	// What a long input makes has no end that is known. So only each part is bounded, and the whole if it is wanted as such.
	const isLong = ready.mill.input[call.mediaType]?.stream !== undefined;
	let size = 0;
	try {
		for (let n = 0; ; n++) {
			const { done, value } = await parts.next();
			const piece = written(() => (done ? writer.end(n, value) : writer.part(value, n)));
			size = (isLong ? 0 : size) + (piece?.byteLength ?? 0);
			if (size > maxOutput) throw tooLarge(size, maxOutput);
			if (piece && (done || n >= from)) yield piece;
			if (done) return;
		}
	} finally {
		await parts.return({});
	}
}

/** A getter in a part can throw anything that `run` can throw, with the input in its message. */
function written(write: () => Buffer | undefined): Buffer | undefined {
	try {
		return write();
	} catch (error) {
		throw new Crash("a part cannot be read", { cause: error });
	}
}
