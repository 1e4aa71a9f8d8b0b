import { JSON_LINES } from "../codecs/parts.js";
import type { Mill } from "../core/definition/mill.js";
import { Problem } from "../core/problem.js";
import { CallTimings } from "../runtime/admission/call-timings.js";
import type { Cancellation } from "../runtime/cancellation.js";
import { CallContext } from "../runtime/compute.js";
import { computeParts } from "../runtime/compute-parts.js";
import type { Lane } from "../runtime/lanes/lane.js";
import { type Call, factsOf, readInput } from "../runtime/perform.js";
import type { Growing, ReadyMill } from "../runtime/ready-mill.js";
import type { Parts, StreamOptions } from "./types.js";

/** The call of a stream. Throws a Problem if the mill has no parts. */
export function streamCall({ name, parts }: Mill, call: Call, { from = 0 }: StreamOptions): Call {
	if (parts === undefined)
		throw new Problem("not-acceptable", `The mill "${name}" has no parts. Call it for its whole result.`);
	if (!Number.isSafeInteger(from) || from < 0)
		throw new Problem("bad-parameter", `from is ${String(from)}. Give the number of a part, such as 12.`);
	return { ...call, resultType: JSON_LINES, from };
}

/** The parts of a call in this process. */
export async function* partsHere(
	ready: ReadyMill,
	call: Call,
	caller: Cancellation,
	onProgress: (done: number) => void,
	pieces?: AsyncIterable<Uint8Array>,
): Parts {
	const context = new CallContext(factsOf(ready, call), ready, () => caller.signal(), 1, onProgress);
	const parts = computeParts(ready, readInput(ready, call, pieces), context);
	try {
		for (let n = 0; ; n++) {
			const { done, value } = await parts.next();
			if (done) return value;
			// The mill may write to its array again.
			if (n >= (call.from ?? 0)) yield value instanceof Uint8Array ? value.slice() : value;
		}
	} finally {
		await parts.return({});
	}
}

/** The parts of a call in a worker. */
export async function* partsOfLane(
	lane: Lane,
	{ growth }: Growing["member"],
	call: Call,
	caller: Cancellation,
	onProgress: (done: number) => void,
	pieces?: AsyncIterable<Uint8Array>,
): Parts {
	const decoder = new TextDecoder();
	let line = "";
	for await (const piece of lane.stream(call, caller, new CallTimings(), pieces)) {
		if (typeof piece === "number") {
			onProgress(piece);
			continue;
		}
		const lines = (line + decoder.decode(piece, { stream: true })).split("\n");
		line = lines.pop() ?? "";
		for (const one of lines) {
			const part = JSON.parse(one);
			if (one.startsWith('{"$end":')) {
				const { parts: _, ...rest } = part.$end;
				return rest;
			}
			yield growth === "bytes" ? new Uint8Array(Buffer.from(part, "base64")) : part;
		}
	}
	return {};
}
