import { duration } from "../../core/duration.js";
import { Problem } from "../../core/problem.js";
import { unready } from "../admission/refusals.js";
import { Crash } from "../failures.js";
import type { Killing } from "./killers.js";
import type { CallAnswer } from "./messages.js";
import type { PendingCall, PoolAnswer, WorkerSlot } from "./pending-call.js";

/** After this many workers died, a call is blamed, even if it had company or was not begun. */
const MOST_LOST = 5;

/** Whether a worker may have died of the calls that it ran. A signal may have stopped it, or another mill may load for too long in it. */
export function diedOfCalls({ killReason }: Pick<WorkerSlot, "killReason">): boolean {
	return killReason !== "stopped" && killReason !== "loading";
}

/**
 * Why a call of a lost worker has failed; undefined if it runs again, which it may because it is pure. `company` is the number of
 * calls that may have run: if there are several, nobody is blamed, and each runs again alone. A call that ran alone is blamed for
 * the second lost worker.
 */
export function blameFor(
	call: PendingCall,
	company: number,
	{ killReason }: Pick<WorkerSlot, "killReason">,
	exit: string,
): Error | undefined {
	const hasRun = call.state === "begun";
	if (hasRun && call.input?.hasGiven && (killReason !== "deadline" || company > 1)) return inputIsGone();
	if (hasRun && company === 1 && killReason === "deadline") return tookTooLong(call);
	call.lost++;
	if (hasRun && diedOfCalls({ killReason })) {
		call.isAlone = true;
		if (company === 1) call.lostAlone++;
	}
	if (call.lostAlone < 2 && call.lost < MOST_LOST) return undefined;
	return new Crash(`two workers died under this call: ${exit}`);
}

/** Why a call does not run: equal ones have killed two workers. */
export function killerRefused({ deadline }: PendingCall, how: Killing): Error {
	if (how === "crash") return new Crash("refused for a while: two workers died under equal calls");
	return new Problem(
		"deadline-exceeded",
		`Equal calls took longer than their limit of ${duration(deadline)}, so this one is refused for a while. The operator can raise the limit.`,
	);
}

/** Why a call does not run again: no other worker can have its input. */
function inputIsGone(): Problem {
	return unready(
		"The worker died, and no other one can have the input, which has gone by. Send it again.",
		1,
	);
}

/** Why the rest of a result will not come. The call does not run again: its caller may have a part of the result. */
export function brokenResult(call: PendingCall, { killReason }: WorkerSlot, exit: string): Error {
	if (killReason === "deadline") return tookTooLong(call);
	return new Crash(`the worker died while it sent the result: ${exit}`);
}

/** The advice to send less is left out for inputs of fewer bytes: they can hardly be smaller. */
const SMALL_INPUT = 1024;

function tookTooLong({ deadline, bytes, input }: PendingCall): Problem {
	const limit = duration(deadline);
	if (bytes < SMALL_INPUT && !input)
		return new Problem(
			"deadline-exceeded",
			`The call took longer than its limit of ${limit}. The operator can raise the limit.`,
		);
	return new Problem(
		"deadline-exceeded",
		`The call took longer than its limit of ${limit}. A smaller input may fit; the operator can raise the limit.`,
	);
}

/** What a call gets for the answer of its worker. */
export function outcomeOf(answer: CallAnswer, occupied: number): PoolAnswer | Error {
	if (answer.type === "done") return { content: answer.content, micros: answer.micros, occupied };
	if (answer.type === "crash") return new Crash(answer.reason);
	return new Problem(answer.code, answer.detail, answer.members);
}
