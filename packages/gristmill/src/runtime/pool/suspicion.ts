import type { Clock } from "../../core/clock.js";
import type { Mill } from "../../core/definition/mill.js";
import type { Call } from "../perform.js";
import { diedOfCalls, killerRefused } from "./call-failures.js";
import { EqualCall, Killers } from "./killers.js";
import type { Losses } from "./losses.js";
import type { PendingCall, Sending, WorkerSlot } from "./pending-call.js";
import type { PoolOptions } from "./pool-options.js";

/** A call that has killed a worker may wait for so much longer, until its mill may lose another one. */
const DOUBTED_MS = 30_000;

interface Known {
	readonly clock: Clock;
	readonly mills: ReadonlyMap<string, Mill>;
	readonly losses: Losses;
	/** The calls of a mill have killed a worker, which they occupied for this time, in milliseconds. */
	lost(mill: string, milliseconds: number): void;
	readonly onEvent: PoolOptions["onEvent"];
}

/** What is known about a call because of the workers that equal ones, and others of its mill, have killed. */
export class Suspicion {
	readonly #known: Known;
	readonly #killers: Killers;

	constructor(known: Known) {
		this.#known = known;
		this.#killers = new Killers(known.clock);
	}

	/** Why a call is refused: equal ones have killed workers. If one has, this one runs as its second try. */
	refusalOf(call: PendingCall): Error | undefined {
		// Whether a long input is equal to another one is known when it has gone by.
		if (this.#killers.size === 0 || !("body" in call.task) || call.input) return undefined;
		const equal = this.#equalTo(call);
		call.lostAlone = this.#killers.kills(equal);
		call.isDoubted = call.lostAlone > 0;
		call.isAlone ||= call.isDoubted;
		if (this.#isHeldUp(call)) call.patience += DOUBTED_MS;
		const how = this.#killers.refused(equal);
		if (how === undefined) return undefined;
		this.#known.onEvent({ type: "killer-refused", mill: call.mill });
		return killerRefused(call, how);
	}

	/** A worker has died with these calls, of which it has begun one or more. `company` is the number that may have run. */
	remember(
		slot: WorkerSlot,
		[call]: readonly PendingCall[],
		company: number,
		{ mode }: Sending,
		isByOthers: boolean,
	): void {
		if (!diedOfCalls(slot) || !call) return;
		const { mill } = call;
		// What hangs in a row is not known yet.
		this.#known.lost(mill, mode === "row" || isByOthers ? 0 : this.#known.clock.now() - slot.since);
		if (company > 1 || !("body" in call.task) || call.input) return;
		// Others may have killed it because it took the memory of the machine, so that counts too. But the call need not wait.
		if (!isByOthers) {
			call.isDoubted = true;
			if (this.#isHeldUp(call)) call.renew(DOUBTED_MS);
		}
		const how = slot.killReason === "deadline" ? "deadline" : "crash";
		if (this.#killers.add(this.#equalTo(call), how)) this.#known.onEvent({ type: "killer", mill, how });
	}

	/** A call was answered. The workers that it lost died for another reason. */
	acquit(call: PendingCall): void {
		if (call.lostAlone > 0 && "body" in call.task) this.#killers.forget(this.#equalTo(call));
	}

	#equalTo({ mill, task, deadline }: PendingCall): EqualCall {
		return new EqualCall(this.#known.mills.get(mill) as Mill, task as Call, deadline);
	}

	/** Whether a call waits until its mill may lose another worker. */
	#isHeldUp(call: PendingCall): boolean {
		return call.isDoubted && this.#known.losses.isSuspect(call.mill);
	}
}
