import type { Clock, Timer } from "../../core/clock.js";

/** The delay before a mill that could not be loaded is tried again. It doubles each time. */
const RETRY_MS = 500;
export const RETRY_MAX_MS = 30_000;

/** What the list needs from the workers. */
interface UnloadableEvents {
	/** Whether a worker has this mill. */
	isLoaded(mill: string): boolean;
	/** It is time to load it again; `attempt` counts from 0. */
	retry(mill: string, attempt: number): void;
	/** A mill went out of service, or is in service again. */
	changed(mill: string): void;
}

interface LoadFailure {
	reason: string;
	attempts: number;
	timer: Timer;
	/** Whether `changed` was called because no worker has the mill. */
	isReported: boolean;
}

/**
 * The mills that a worker could not load. Workers that loaded such a mill earlier continue to run it: they have the files that
 * its digest names. A mill is out of service only when no worker has it.
 */
export class Unloadable {
	readonly #failures = new Map<string, LoadFailure>();
	readonly #clock: Clock;
	readonly #events: UnloadableEvents;

	constructor(clock: Clock, events: UnloadableEvents) {
		this.#clock = clock;
		this.#events = events;
	}

	/** Why a mill is out of service; undefined if it is in service, as far as is known. */
	reason(mill: string): string | undefined {
		return this.#events.isLoaded(mill) ? undefined : this.#failures.get(mill)?.reason;
	}

	/** Records that a worker could not load a mill. Returns whether the reason is new. */
	add(mill: string, reason: string, mayRetry: boolean): boolean {
		const known = this.#failures.get(mill);
		const failure = known ?? { reason, attempts: 0, timer: undefined, isReported: false };
		const isNew = !known || known.reason !== reason;
		failure.reason = reason;
		this.#failures.set(mill, failure);
		if (mayRetry && !failure.timer) this.#schedule(mill, failure);
		this.review();
		return isNew;
	}

	/** Records that a worker has loaded a mill. Returns whether it could not be loaded before. */
	delete(mill: string): boolean {
		const failure = this.#failures.get(mill);
		if (!failure) return false;
		this.#clock.clearTimeout(failure.timer);
		this.#failures.delete(mill);
		if (failure.isReported) this.#events.changed(mill);
		return true;
	}

	/** Reports the mills that went out of service. Call it when a worker is gone. */
	review(): void {
		for (const [mill, failure] of this.#failures) {
			if (failure.isReported || this.#events.isLoaded(mill)) continue;
			failure.isReported = true;
			this.#events.changed(mill);
		}
	}

	/** Stops all retries. */
	stop(): void {
		for (const { timer } of this.#failures.values()) this.#clock.clearTimeout(timer);
	}

	#schedule(mill: string, failure: LoadFailure): void {
		const wait = Math.min(RETRY_MS * 2 ** failure.attempts, RETRY_MAX_MS);
		failure.timer = this.#clock.setTimeout(() => {
			this.#events.retry(mill, failure.attempts++);
			this.#schedule(mill, failure);
		}, wait);
		this.#clock.unref(failure.timer);
	}
}
