import type { LaneName, Passage } from "./passage.js";
import { type Call, type Content, type Eventual, perform } from "./perform.js";
import type { ReadyMill } from "./ready-mill.js";

/** Computes a call in this process and notes when. `over` is called in the end, of a failure too. */
export function performHere(
	lane: LaneName,
	ready: ReadyMill,
	call: Call,
	signal: () => AbortSignal,
	passage: Passage,
	over?: () => void,
): Eventual<Content> {
	passage.lane = lane;
	passage.begun = performance.now();
	const end = () => {
		passage.done = performance.now();
		over?.();
	};
	let content: Eventual<Content>;
	try {
		content = perform(ready, call, signal);
	} catch (error) {
		end();
		throw error;
	}
	if (content instanceof Promise) return content.finally(end);
	end();
	return content;
}
