import type { Readiness } from "../../runtime/lanes/readiness.js";
import type { Family } from "../../telemetry/metrics/exposition.js";
import type { Charge, Rate } from "../wire/token-bucket.js";

/** One of several processes that serve together. */
export interface Part {
	/** From 0. A process that replaces another one gets its number. */
	readonly slot: number;
	readonly of: number;
}

/** The state of the mills of one process, or of a whole server. */
export interface HealthState {
	readonly draining: boolean;
	/** By name, with the prefix of the version. */
	readonly mills: Readonly<Record<string, Readiness["state"]>>;
	/** Whether a process of the server does not answer. */
	readonly isHung?: boolean;
}

/** What the supervisor answers to its processes. */
export interface SupervisorAnswers {
	/** The process listens. The text is for people. */
	listening(line: string): void;
	/** Its mills have run their examples, too. The text is for people. */
	ready(greeting: string): void;
	/** Takes one call from a caller's bucket: all processes share the buckets. */
	take(caller: string, rate: Rate): Charge;
	/** Counts computing of a caller, and says how long it must wait until it may have more; see DayBudgets. */
	spend(caller: string, milliseconds: number, most: number): number;
	health(): Promise<HealthState>;
	metrics(): Promise<readonly Family[]>;
}

/** What a process answers to the supervisor. */
export interface ProcessAnswers {
	/** Finishes the calls that have begun, and ends. The log says the reason. */
	drain(reason: string): void;
	health(): HealthState;
	metrics(): readonly Family[];
}
