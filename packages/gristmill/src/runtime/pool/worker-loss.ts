import { describeBytes } from "../../core/describe-bytes.js";
import type { LossReason } from "../observer.js";

/** Why the pool killed a worker. */
export type KillReason = Extract<LossReason, "deadline" | "memory" | "silent" | "stopped" | "loading">;

/** A worker that is gone. */
interface LostWorker {
	/** Undefined unless the pool killed it. */
	readonly killReason: KillReason | undefined;
	/** Why it ended itself, if it said so. */
	readonly lastMessage: string | undefined;
}

/** Why a worker is gone: the pool killed it, or its process ended by itself. */
export function lossReason({ killReason }: LostWorker, exit: string): LossReason {
	if (killReason) return killReason;
	if (exit.startsWith("signal ")) return "signal";
	return exit.startsWith("exit ") ? "exit" : "error";
}

/** Whether somebody else killed the worker: an operator, or the system because it lacks memory. */
export function isKilledByOthers({ killReason }: Pick<LostWorker, "killReason">, exit: string): boolean {
	return killReason === undefined && exit === "signal SIGKILL";
}

const KILLED: Readonly<Record<KillReason, string>> = {
	deadline: "a call took longer than its limit",
	memory: "it took more memory than its limit",
	silent: "it was busy with something else than a call, or did not say which call it runs",
	stopped: "a signal had stopped it",
	loading: "a mill took too long to load",
};

/** The same in words, for the log: a worker that the pool kills ends by SIGKILL, as one that the system kills. */
export function describeLoss({ killReason }: LostWorker, exit: string, memory: number): string {
	if (killReason)
		return `killed: ${KILLED[killReason]}${killReason === "memory" ? ` of ${describeBytes(memory)}` : ""}`;
	return isKilledByOthers({ killReason }, exit)
		? `${exit}, not by the server: the system may lack memory`
		: exit;
}

/** The same with what the worker said about its end, for the log of a call. */
export function describeEnd(worker: LostWorker, exit: string, memory: number): string {
	const loss = describeLoss(worker, exit, memory);
	return worker.lastMessage === undefined ? loss : `${loss}, ${worker.lastMessage}`;
}
