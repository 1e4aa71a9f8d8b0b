import type { Finding } from "./examine.js";
import type { Passage } from "./passage.js";
import type { Call, Content, Eventual } from "./perform.js";

/** The way that a mill's calls take. */
export interface Lane {
	readonly digest: string;
	/** Computes a call, and notes in its passage how. */
	run(call: Call, signal: () => AbortSignal, passage: Passage): Eventual<Content>;
	/** Runs the mill's examples where its calls run. */
	examine(): Promise<readonly Finding[]>;
	/** How many calls wait for a worker. */
	waiting(): number;
}
