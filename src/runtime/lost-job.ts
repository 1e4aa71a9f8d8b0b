import { Problem } from "../core/problem.js";
import type { Job, Seat } from "./job.js";
import type { LossReason } from "./observer.js";
import { Crash } from "./perform.js";

/** So many workers may be lost from under a call that none of them had begun. */
const MOST_LOSSES = 5;

/**
 * What becomes of a job whose worker is gone. The call is pure, so it runs again; whoever loses two workers has killed
 * them himself. One that ran out of time would run out of it again.
 */
export function afterLoss(job: Job, { verdict }: Seat, reason: string): "again" | Error {
	if (verdict === "deadline")
		return new Problem("deadline-exceeded", `Send less: the call took longer than ${job.deadline} ms.`);
	return mayRunAgain(job) ? "again" : new Crash(`two workers died under this call: ${reason}`);
}

/** A call that had not begun has killed nobody; but whatever it is, it is not carried on for ever. */
function mayRunAgain(job: Job): boolean {
	job.losses++;
	if (job.begun) job.deaths++;
	return job.deaths < 2 && job.losses < MOST_LOSSES;
}

/** Why a worker is gone: because we ended it, or how its process ended by itself. */
export function lossReason({ verdict }: Seat, reason: string): LossReason {
	if (verdict) return verdict;
	if (reason.startsWith("signal ")) return "signal";
	return reason.startsWith("exit ") ? "exit" : "error";
}
