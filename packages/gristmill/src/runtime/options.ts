import { availableParallelism, totalmem } from "node:os";
import type { Clock } from "../core/clock.js";
import { MiB } from "../core/definition/limits.js";
import type { Mill } from "../core/definition/mill.js";
import { DEFAULTS } from "../settings/table.js";
import type { Log } from "./log.js";
import type { Observer } from "./observer.js";

/** Limits of one mill. */
interface MillLimits {
	/** Maximum concurrent calls. */
	readonly concurrency?: number;
	/** Maximum queued calls. */
	readonly maxWaiting?: number;
}

/** The operator's options of the runtime. */
export interface RuntimeOptions {
	/** Maximum concurrent calls. */
	readonly workers: number;
	/** Whether fast mills may run on the event loop of the server. */
	readonly inline: "auto" | "never";
	/** The upper bound of every mill's own deadline, in milliseconds. */
	readonly deadline: number;
	/** The maximum resident memory of one worker, in bytes. */
	readonly memory: number;
	/** What all workers with a GPU may take together, in bytes; undefined if the operator chose the memory of a worker. */
	readonly deviceMemory?: number | undefined;
	/** Maximum queued calls per mill. */
	readonly maxWaiting: number;
	/** Limits of single mills, by name. */
	readonly limits: Readonly<Record<string, MillLimits>>;
	/** The interval at which mills run their examples again, in milliseconds. */
	readonly examineEvery: number;
	/** Lets a debugger attach to the only worker: no deadline, no permission limits. */
	readonly inspect: boolean;
	/** For the author of the mills: a mill that fails its examples can be called. */
	readonly development?: boolean | undefined;
	/** Whether the errors of mills come with their messages. */
	readonly showMessages?: boolean | undefined;
	readonly clock?: Clock;
	readonly log: Log;
	readonly observer?: Observer | undefined;
}

/** The least memory with which a worker with a model is useful. */
const LEAST_WORKER_MEMORY = 512 * MiB;

/** The memory of the machine, or the limit of the container if that is less. */
export function memoryHere(): number {
	// Without a limit, some versions of Node return 0 and some a number larger than any memory.
	const allowed = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
	return Math.min(totalmem(), allowed);
}

/** Mills with the same needs are a group, which has workers of its own: so a text mill runs without addons. */
export function groupOf({ needs }: Pick<Mill, "needs">): string {
	return [...needs].sort().join(" ");
}

/** The number of groups of these mills. */
export function countGroups(mills: readonly Pick<Mill, "needs">[]): number {
	return new Set(mills.map(groupOf)).size;
}

/** The workers of each group: one per core, fewer if memory is short. A third of it is left for everything else. */
export function defaultWorkers(
	groups: number,
	memory = memoryHere(),
	cores = availableParallelism(),
): number {
	const room = (memory * 2) / 3 / Math.max(1, groups);
	return Math.max(1, Math.min(cores, Math.floor(room / LEAST_WORKER_MEMORY) - 1));
}

/** The memory limit of one worker: two gibibytes, or its share of two thirds of the machine's memory. Each group has a spare, too. */
export function defaultMemory(workers: number, groups: number, memory = memoryHere()): number {
	const share = Math.floor((memory * 2) / 3 / (Math.max(1, groups) * (workers + 1)));
	return Math.max(LEAST_WORKER_MEMORY, Math.min(2048 * MiB, share));
}

/** The memory of all workers with a GPU together: libraries of GPUs map gigabytes. */
export function defaultDeviceMemory(): number {
	return Math.floor((memoryHere() * 2) / 3);
}

export const RUNTIME_DEFAULTS = {
	inline: DEFAULTS.inline,
	deadline: DEFAULTS.deadline,
	maxWaiting: DEFAULTS.maxWaiting,
	examineEvery: DEFAULTS.examineEvery,
	inspect: DEFAULTS.inspect,
} as const;

/** The operator's limits of a mill, if any. */
export function limitsOf(mill: string, { limits }: Pick<RuntimeOptions, "limits">): MillLimits {
	return Object.hasOwn(limits, mill) ? (limits[mill] ?? {}) : {};
}
