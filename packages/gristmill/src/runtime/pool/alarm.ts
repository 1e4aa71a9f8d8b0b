import type { Clock, Timer } from "../../core/clock.js";

/** An alarm that is this late, in milliseconds, was held up with the whole server: by SIGSTOP, or because the machine slept. */
const LATE_MS = 100;

/**
 * Rings once after a time, unless it is stopped first. Node runs timers before it reads input, so an alarm lets it read first: what it
 * waits for may have come. If the server was held up, nobody could be in time, so everybody gets as much time again.
 */
export class Alarm {
	readonly #clock: Clock;
	readonly #ring: () => void;
	#timer: Timer;
	#due = 0;
	#isStopped = false;
	/** The time that is left while it is paused. */
	#paused: number | undefined;

	constructor(clock: Clock, milliseconds: number, ring: () => void) {
		this.#clock = clock;
		this.#ring = ring;
		this.#start(milliseconds, true);
	}

	/** The time until it rings, in milliseconds. */
	get left(): number {
		return Math.max(0, this.#due - this.#clock.now());
	}

	/** Stops the time until `resume`. */
	pause(): void {
		this.#paused ??= this.left;
		this.#clock.clearTimeout(this.#timer);
	}

	resume(): void {
		if (this.#paused === undefined) return;
		const left = this.#paused;
		this.#paused = undefined;
		if (!this.#isStopped) this.#start(left, true);
	}

	/** Allows this much time from now on, or from `resume` on. */
	renew(milliseconds: number): void {
		if (this.#paused !== undefined) this.#paused = milliseconds;
		else if (!this.#isStopped) {
			this.#clock.clearTimeout(this.#timer);
			this.#start(milliseconds, true);
		}
	}

	stop(): void {
		this.#isStopped = true;
		this.#clock.clearTimeout(this.#timer);
	}

	#start(milliseconds: number, isFirst: boolean): void {
		this.#due = this.#clock.now() + milliseconds;
		this.#timer = this.#clock.setTimeout(() => {
			const late = this.#clock.now() - this.#due;
			if (isFirst && late > LATE_MS) this.#start(Math.min(late, milliseconds), false);
			else
				setImmediate(() => {
					if (!this.#isStopped && this.#paused === undefined) this.#ring();
				});
		}, milliseconds);
	}
}
