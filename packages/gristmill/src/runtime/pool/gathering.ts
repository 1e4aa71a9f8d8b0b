import type { Clock } from "../../core/clock.js";
import { Alarm } from "./alarm.js";

/** Timers of Node ring up to this much too early, in milliseconds. */
const EARLY_MS = 0.5;

/**
 * Lets the calls of a mill wait for company, for as long as its `batch` says. They wait only while others are on their way: the callers
 * that were answered less than this time ago, and that have not come again. So a caller that is alone never waits.
 */
export class Gathering {
	readonly #clock: Clock;
	readonly #wait: number;
	readonly #isOver: () => void;
	/** The number of callers that may come again until then. */
	#expected = 0;
	#until = 0;
	#alarm: Alarm | undefined;

	/** `isOver` is called when a wait ends. */
	constructor(clock: Clock, wait: number, isOver: () => void) {
		this.#clock = clock;
		this.#wait = wait;
		this.#isOver = isOver;
	}

	/** This many callers have their answers. */
	answered(count: number): void {
		const now = this.#clock.now();
		this.#expected = now < this.#until ? this.#expected + count : count;
		this.#until = now + this.#wait;
	}

	/** A call has come. */
	arrived(): void {
		this.#expected = Math.max(0, this.#expected - 1);
	}

	/** Whether the calls that wait, of which the first came at `since`, go on waiting. */
	holds(since: number): boolean {
		this.stop();
		const left = Math.min(since + this.#wait, this.#until) - this.#clock.now();
		if (this.#expected === 0 || left < EARLY_MS) return false;
		this.#alarm = new Alarm(this.#clock, left, this.#isOver);
		return true;
	}

	stop(): void {
		this.#alarm?.stop();
		this.#alarm = undefined;
	}
}
