import type { Clock, Timer } from "../core/clock.js";

/** Pauses are shorter than this, deadlines are not. */
const PAUSE = 5_000;

/** A clock on which pauses pass at once and deadlines never come, however long something really takes. */
export class SkippingClock implements Clock {
	#now = 0;

	now(): number {
		return this.#now;
	}

	setTimeout(callback: () => void, milliseconds: number): Timer {
		if (milliseconds >= PAUSE) return undefined;
		return setImmediate(() => {
			this.#now += milliseconds;
			callback();
		});
	}

	clearTimeout(timer: Timer): void {
		clearImmediate(timer as NodeJS.Immediate | undefined);
	}

	unref(): void {}
}
