import type { LaneName, Passage } from "./passage.js";
import { type Call, type Content, perform } from "./perform.js";
import type { ReadyMill } from "./ready-mill.js";

/** Computes a call in this process and notes when; for failures too. */
export async function performHere(
	lane: LaneName,
	ready: ReadyMill,
	call: Call,
	signal: () => AbortSignal,
	passage: Passage,
): Promise<Content> {
	passage.lane = lane;
	passage.begun = performance.now();
	try {
		return await perform(ready, call, signal);
	} finally {
		passage.done = performance.now();
	}
}
