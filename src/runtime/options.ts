import { availableParallelism, totalmem } from "node:os";
import { MiB } from "../core/limits.js";
import type { Log } from "./log.js";
import type { Observer } from "./observer.js";

/** What one mill may have of the workers. */
export interface MillLimits {
	/** So many of its calls run at a time. */
	readonly concurrency?: number;
	/** So many of its calls may wait. */
	readonly maxWaiting?: number;
}

/** What an operator can choose about where calls run. */
export interface RuntimeOptions {
	/** How many calls run at a time. */
	readonly workers: number;
	/** Whether quick mills may run on the HTTP loop. */
	readonly inline: "auto" | "never";
	/** Bounds every mill's own deadline, in milliseconds. */
	readonly deadline: number;
	/** The most resident memory of one worker, in bytes. */
	readonly memory: number;
	/** How many calls of one mill may wait. */
	readonly maxWaiting: number;
	/** How many calls of single mills may run and wait, by name. */
	readonly limits: Readonly<Record<string, MillLimits>>;
	/** How often the mills are examined again, in milliseconds. */
	readonly examineEvery: number;
	/** Lets a debugger look into the one worker: no deadline, no permission limits. */
	readonly inspect: boolean;
	readonly log: Log;
	readonly observer?: Observer | undefined;
}

/** The least memory with which a worker with a model is of use. */
const WORTH = 512 * MiB;

/** The memory of the machine, or of the container: a limit on the group counts, whatever the machine has. */
export function memoryHere(): number {
	// Where there is no limit, some versions say 0 and some a number beyond all memory.
	const allowed = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
	return Math.min(totalmem(), allowed);
}

/** As many workers as cores, fewer where memory is short: a third of it is left to everything else. */
export function defaultWorkers(): number {
	return Math.max(1, Math.min(availableParallelism(), Math.floor((memoryHere() * 2) / 3 / WORTH) - 1));
}

/** What one worker may have of the memory: two gigabytes, or its part of two thirds of the machine. */
export function defaultMemory(workers: number): number {
	return Math.max(WORTH, Math.min(2048 * MiB, Math.floor((memoryHere() * 2) / 3 / (workers + 1))));
}

export const RUNTIME_DEFAULTS = {
	inline: "auto",
	// Mills know best how long they take; this ends only what its author let run for longer.
	deadline: 600_000,
	maxWaiting: 256,
	examineEvery: 300_000,
	inspect: false,
} as const;

/** The limits of a mill; none where the operator has named none. */
export function limitsOf(mill: string, { limits }: Pick<RuntimeOptions, "limits">): MillLimits {
	return Object.hasOwn(limits, mill) ? (limits[mill] ?? {}) : {};
}
