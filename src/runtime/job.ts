import type { Loads } from "./loads.js";
import type { LossReason } from "./observer.js";
import type { Passage } from "./passage.js";
import type { Call } from "./perform.js";
import type { WorkerProcess } from "./worker-process.js";

/** What a pool is made with. */
export interface PoolOptions {
	/** How many calls run at a time. */
	readonly workers: number;
	/** Node's flags for the workers. */
	readonly flags: readonly string[];
	/** The most resident memory of one worker, in bytes. */
	readonly memory: number;
	/** Bounds every mill's own deadline, in milliseconds. */
	readonly deadline: number;
	/** How many workers are kept warm behind them; one where it is left out. */
	readonly spares?: number;
	/** Whether a debugger may hold the workers: then none is ended for being slow. */
	readonly inspect?: boolean;
	/** How many calls of a mill may run at a time; infinitely many where it is left out. */
	readonly concurrency?: (mill: string) => number;
	readonly onEvent: (event: PoolEvent) => void;
}

/** What an operator may want to know. */
export type PoolEvent =
	| {
			readonly type: "worker-gone";
			/** How it ended, in words. */
			readonly reason: string;
			readonly kind: LossReason;
			readonly mill: string | undefined;
	  }
	| { readonly type: "unloadable"; readonly mill: string; readonly reason: string };

/** What came of a job. */
export interface Outcome {
	readonly content: Uint8Array;
	/** The time that it computed, in microseconds. */
	readonly micros: number;
	/** The time that its worker was taken, the way there and back included, in microseconds. */
	readonly held: number;
}

/** One thing that a worker is to do. */
export interface Job {
	readonly id: number;
	readonly mill: string;
	/** A call, or the order in which the mill's own examples are to be run. */
	readonly task: Call | { readonly order: readonly number[] | undefined };
	readonly deadline: number;
	/** Where its times are noted. */
	readonly passage: Passage | undefined;
	/** Workers that died while they had it, and while they ran it. */
	losses: number;
	deaths: number;
	/** Whether the worker that has it has begun. */
	begun: boolean;
	/** Whether nobody waits any more. */
	cancelled: boolean;
	worker: Seat | undefined;
	timer: NodeJS.Timeout | undefined;
	/** When a worker was given it, in milliseconds. */
	given: number;
	readonly resolve: (outcome: Outcome) => void;
	readonly reject: (reason: Error) => void;
}

/** A job that nobody has been given yet. */
export function newJob(
	facts: Pick<Job, "id" | "mill" | "task" | "deadline" | "passage" | "resolve" | "reject">,
): Job {
	return {
		...facts,
		losses: 0,
		deaths: 0,
		begun: false,
		cancelled: false,
		worker: undefined,
		timer: undefined,
		given: 0,
	};
}

/** A worker and what it does. */
export interface Seat {
	readonly process: WorkerProcess;
	/** What it computes, or is about to begin. */
	job: Job | undefined;
	/** What it has already, to begin behind that. */
	ahead: Job | undefined;
	/** Why we ended it ourselves, if we did. */
	verdict: Extract<LossReason, "deadline" | "memory" | "silent" | "loading"> | undefined;
	readonly loads: Loads;
}
