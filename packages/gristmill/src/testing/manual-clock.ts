import type { Clock, Timer } from "../core/clock.js";

interface Waiting {
	readonly at: number;
	readonly callback: () => void;
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
	#now = 0;
	readonly #waiting = new Set<Waiting>();

	now(): number {
		return this.#now;
	}

	setTimeout(callback: () => void, milliseconds: number): Timer {
		const waiting = { at: this.#now + Math.max(0, milliseconds), callback };
		this.#waiting.add(waiting);
		return waiting;
	}

	clearTimeout(timer: Timer): void {
		this.#waiting.delete(timer as Waiting);
	}

	unref(): void {}

	/** The number of running timers. */
	get timers(): number {
		return this.#waiting.size;
	}

	/** Lets this much time pass at once, as if this process had been stopped: timers ring late. */
	jump(milliseconds: number): void {
		this.#now += milliseconds;
		this.advance(0);
	}

	/** Lets this much time pass. Timers ring in their order, also those that others start. */
	advance(milliseconds: number): void {
		const end = this.#now + milliseconds;
		for (;;) {
			let next: Waiting | undefined;
			for (const one of this.#waiting) if (one.at <= end && (!next || one.at < next.at)) next = one;
			if (!next) break;
			this.#waiting.delete(next);
			this.#now = Math.max(this.#now, next.at);
			next.callback();
		}
		this.#now = end;
	}
}
