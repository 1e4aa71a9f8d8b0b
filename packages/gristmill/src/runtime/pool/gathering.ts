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
	/** Since when calls wait that a worker could take. */
	#since: number | undefined;
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

	/**
	 * Whether the calls that wait, and that a worker could take, go on waiting. The time in which all workers were busy does not count:
	 * calls that came then would go without the others, which would come again while these are computed, and so on.
	 */
	holds(): boolean {
		const now = this.#clock.now();
		const since = this.#since ?? now;
		this.stop();
		const left = Math.min(since + this.#wait, this.#until) - now;
		if (this.#expected === 0 || left < EARLY_MS) return false;
		this.#since = since;
		this.#alarm = new Alarm(this.#clock, left, this.#isOver);
		return true;
	}

	/** Nothing waits for company any more. */
	stop(): void {
		this.#since = undefined;
		this.#alarm?.stop();
		this.#alarm = undefined;
	}
}
