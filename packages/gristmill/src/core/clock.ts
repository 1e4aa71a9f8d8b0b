/** What `setTimeout` returned. */
export type Timer = unknown;

/** Time that only moves forward, and timers. Everything that waits takes its time from one, so that a test can drive it. */
export interface Clock {
	/** Milliseconds since some moment. They never go back, unlike the time of day. */
	now(): number;
	/** Calls back once, after this many milliseconds. */
	setTimeout(callback: () => void, milliseconds: number): Timer;
	clearTimeout(timer: Timer): void;
	/** Lets the program end although this timer is running. */
	unref(timer: Timer): void;
}

/** A getter on the global object, read once: this is asked several times in each call. */
const { performance } = globalThis;

/** The clock of this machine. */
export const CLOCK: Clock = {
	now: () => performance.now(),
	setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
	clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
	unref: (timer) => (timer as NodeJS.Timeout).unref?.(),
};
