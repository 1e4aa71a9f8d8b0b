import type { Clock } from "../../core/clock.js";
import type { LossReason } from "../observer.js";
import type { Killing } from "./killers.js";
import type { startWorker } from "./worker-process.js";

/** The options of a pool. */
export interface PoolOptions {
	/** The maximum number of calls that run at a time. */
	readonly workers: number;
	/** Node's flags for the workers. */
	readonly flags: readonly string[];
	/** The maximum resident memory of one worker, in bytes. */
	readonly memory: number;
	/** The upper bound of every mill's own deadline, in milliseconds. */
	readonly deadline: number;
	/** The number of warm workers in reserve; 1 by default. */
	readonly spares?: number;
	/** Variables for the worker at one of the places from 0, beyond those of every worker. */
	readonly environment?: (place: number) => Readonly<Record<string, string>>;
	/** How long a mill may load, in milliseconds; two minutes by default. */
	readonly loadMs?: number;
	/** Whether a debugger may pause the workers. Then no worker is killed for being slow. */
	readonly inspect?: boolean;
	/** Whether what a mill throws is shown with its message, to its author: it may quote an input. */
	readonly showMessages?: boolean;
	/** The maximum number of calls of a mill that run at a time; unlimited by default. */
	readonly concurrency?: (mill: string) => number;
	readonly clock?: Clock;
	/** Starts a worker process. */
	readonly start?: typeof startWorker;
	readonly onEvent: (event: PoolEvent) => void;
}

/** Events for the operator. */
export type PoolEvent =
	| {
			readonly type: "worker-gone";
			/** How the process ended, in words. */
			readonly reason: string;
			readonly kind: LossReason;
			/** What the worker said about its end, if it ended itself. */
			readonly error: string | undefined;
			readonly mill: string | undefined;
	  }
	/** A worker has used this much CPU time for a mill, in microseconds. */
	| { readonly type: "cpu"; readonly mill: string; readonly micros: number }
	/** A worker was given this many calls of a mill that can compute several together. */
	| { readonly type: "batch"; readonly mill: string; readonly size: number }
	/** Calls could not be computed together, and run again: in smaller batches if there was too little memory, or else alone. */
	| {
			readonly type: "batch-failed";
			readonly mill: string;
			readonly reason: string;
			readonly isOutOfMemory: boolean;
	  }
	/** A call has killed two workers, so equal ones are refused for a while. */
	| { readonly type: "killer"; readonly mill: string; readonly how: Killing }
	/** A call was refused for that. */
	| { readonly type: "killer-refused"; readonly mill: string }
	/** Calls of a mill that has lost many workers were held back for this time. It is new after a minute. */
	| {
			readonly type: "held";
			readonly mill: string;
			readonly milliseconds: number;
			readonly isNew: boolean;
	  }
	/** A mill printed something in a worker, given by its process id, while that computed the call of one request alone. */
	| {
			readonly type: "printed";
			readonly mill: string;
			readonly worker: number | undefined;
			readonly request: string | undefined;
			readonly text: string;
	  }
	/** A worker could not load a mill. */
	| { readonly type: "unloadable"; readonly mill: string; readonly reason: string }
	/** A mill went out of service, because no worker has it and it cannot be loaded; or it is in service again. */
	| { readonly type: "service"; readonly mill: string };
