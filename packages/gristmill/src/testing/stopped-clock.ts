import { CLOCK, type Clock } from "../core/clock.js";

/** A clock with the timers of this machine, on which nothing takes any time unless a test says so. */
export class StoppedClock implements Clock {
	#now = 0;
	readonly setTimeout = CLOCK.setTimeout;
	readonly clearTimeout = CLOCK.clearTimeout;
	readonly unref = CLOCK.unref;

	now(): number {
		return this.#now;
	}

	/** Lets time pass without waiting for it. Timers do not notice. */
	pass(milliseconds: number): void {
		this.#now += milliseconds;
	}
}
