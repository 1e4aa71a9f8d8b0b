import type { Clock } from "../../core/clock.js";
import { Alarm } from "./alarm.js";
import { feed } from "./flows.js";
import type { PendingCall, WorkerSlot } from "./pending-call.js";
import { vitalsOf } from "./vitals.js";

/** After this time without a word, a worker is asked to return what it has not begun. It doubles for calls that were returned. */
const PATIENCE_MS = 250;
/** If it does not answer, it is busy and reads no messages, so it will not begin those calls: others may have them. */
const GRACE_MS = 250;
/** It is not known which call of a row hangs. So after this time the worker is killed, and all of them run again alone. */
const ROW_GRACE_MS = 750;
/** A worker that begins nothing for this time hangs in something else. */
const SILENT_MS = 30_000;

interface WatchEvents {
	/** A worker has not answered a recall: others may have what it has not begun. */
	silent(slot: WorkerSlot): void;
	/** The rest of the input of a call will not come. */
	failed(call: PendingCall, error: Error): void;
	isLoading(slot: WorkerSlot): boolean;
}

/** Watches that workers begin the calls of their windows soon, and end them before their deadlines. */
export class Watch {
	readonly #clock: Clock;
	/** Under a debugger, nothing hangs. */
	readonly #inspect: boolean;
	readonly #events: WatchEvents;

	constructor(clock: Clock, inspect: boolean, events: WatchEvents) {
		this.#clock = clock;
		this.#inspect = inspect;
		this.#events = events;
	}

	/** A worker has begun these calls: their deadline counts from here. */
	begin(slot: WorkerSlot, calls: readonly PendingCall[]): void {
		const now = this.#clock.now();
		let deadline = Number.POSITIVE_INFINITY;
		for (const call of calls) {
			if (call.alarm) call.patience = call.alarm.left;
			call.stopWaiting();
			call.state = "begun";
			call.begun = now;
			deadline = Math.min(deadline, call.deadline);
		}
		slot.deadline?.stop();
		if (deadline < Number.POSITIVE_INFINITY)
			slot.deadline = new Alarm(this.#clock, deadline, () => {
				// If a signal stopped the worker, the call is not to blame.
				slot.kill(vitalsOf(slot.process.pid)?.isStopped ? "stopped" : "deadline");
			});
		this.expect(slot);
		const [first] = calls;
		if (first) feed(first, (error) => this.#events.failed(first, error));
	}

	/** Has patience with a worker that should begin or answer something soon. */
	expect(slot: WorkerSlot): void {
		slot.patience?.stop();
		slot.patience = undefined;
		const { window } = slot;
		const { mode } = slot.sending;
		if (window.length === 0) slot.deadline?.stop();
		if (this.#inspect) return;
		const isOwed = window.some(({ state }) => state === "sent") || (mode === "row" && window.length > 1);
		const returns = Math.max(0, ...window.map((call) => call.returns));
		if (isOwed) slot.patience = new Alarm(this.#clock, PATIENCE_MS * 2 ** returns, () => this.#recall(slot));
		else if (window.length === 0 && slot.isSilent)
			slot.patience = new Alarm(this.#clock, SILENT_MS, () => {
				// A mill may load for longer, and has a limit of its own for that.
				if (this.#events.isLoading(slot)) this.expect(slot);
				else slot.kill("silent");
			});
	}

	/** Asks a worker to return what it has not begun. */
	#recall(slot: WorkerSlot): void {
		const number = ++slot.recalls;
		for (const call of slot.window) call.recalled ||= number;
		slot.process.send({ type: "recall", number, ids: slot.window.map(({ id }) => id) });
		const isRow = slot.sending.mode === "row";
		slot.patience = new Alarm(this.#clock, isRow ? ROW_GRACE_MS : GRACE_MS, () => {
			if (slot.sending.mode === "row") slot.kill("silent");
			else {
				slot.isSilent = true;
				this.#events.silent(slot);
			}
		});
	}
}
