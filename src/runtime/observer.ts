/** Why a worker is gone: our own verdict, or how the process ended. */
export type LossReason = "deadline" | "memory" | "silent" | "loading" | "signal" | "exit" | "error";

/** Every reason, so that a count of zero can be shown too. */
export const LOSS_REASONS: readonly LossReason[] = [
	"deadline",
	"memory",
	"silent",
	"loading",
	"signal",
	"exit",
	"error",
];

/** Who wants to know what happens in the runtime as it happens. */
export interface Observer {
	/** A worker is gone and will be replaced. */
	workerLost(reason: LossReason): void;
}

/** What the workers do at this moment. */
export interface Census {
	readonly starting: number;
	readonly idle: number;
	readonly busy: number;
}

/** What several groups of workers do together. */
export function summed(all: readonly Census[]): Census {
	const sum = (of: keyof Census) => all.reduce((total, one) => total + one[of], 0);
	return { starting: sum("starting"), idle: sum("idle"), busy: sum("busy") };
}
