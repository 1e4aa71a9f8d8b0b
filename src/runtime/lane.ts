import type { Finding } from "./examine.js";
import type { Call, Content } from "./perform.js";

/** The way that a mill's calls take. */
export interface Lane {
	readonly digest: string;
	run(call: Call, signal: () => AbortSignal): Promise<Content>;
	/** Runs the mill's examples where its calls run. */
	examine(): Promise<readonly Finding[]>;
}
