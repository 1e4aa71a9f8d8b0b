/** Why a worker is gone: the reason why the pool killed it, or how its process ended. */
export type LossReason =
	| "deadline"
	| "memory"
	| "silent"
	| "stopped"
	| "loading"
	| "signal"
	| "exit"
	| "error";

/** Every reason, so that metrics can show a count of zero too. */
export const LOSS_REASONS: readonly LossReason[] = [
	"deadline",
	"memory",
	"silent",
	"stopped",
	"loading",
	"signal",
	"exit",
	"error",
];

/** Receives events of the runtime. */
export interface Observer {
	/** A worker is gone and will be replaced. */
	workerLost(reason: LossReason): void;
	/** A worker was given this many calls of a mill that can compute several together. */
	batched(mill: string, size: number): void;
	/** A worker has used this many seconds of CPU time for a mill. */
	computed(mill: string, seconds: number): void;
	/** A call was refused because equal ones have killed two workers. */
	killerRefused(mill: string): void;
	/** Calls of a mill were held back for this time, because it has lost many workers. */
	heldBack(mill: string, milliseconds: number): void;
}

/** The number of workers by what they do. */
export interface Census {
	readonly starting: number;
	readonly idle: number;
	readonly busy: number;
}

/** The sum of several groups of workers. */
export function summed(all: readonly Census[]): Census {
	const sum = (of: keyof Census) => all.reduce((total, one) => total + one[of], 0);
	return { starting: sum("starting"), idle: sum("idle"), busy: sum("busy") };
}
