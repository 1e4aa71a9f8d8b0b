import { performance } from "node:perf_hooks";

/** Retry-After has whole seconds, so a call waits at least one second before it is refused. */
const SHORTEST_WAIT_MS = 1_000;

/** Limits how long a job waits for a worker to begin it. If workers are lost, all its waits count together. */
export class WaitClock {
	readonly #onExpired: () => void;
	readonly #most: number;
	#left: number;
	#since = 0;
	#timer: NodeJS.Timeout | undefined;

	/** `onExpired` is called after `most` milliseconds of waiting; Infinity means never. */
	constructor(most: number, onExpired: () => void) {
		this.#most = most;
		this.#left = most;
		this.#onExpired = onExpired;
	}

	/** Starts the clock unless it runs. */
	start(): void {
		if (this.#timer || this.#left === Number.POSITIVE_INFINITY) return;
		this.#since = performance.now();
		this.#timer = setTimeout(this.#onExpired, this.#left);
	}

	/** Forgets the waits so far, and allows this much more: the call must be computed again because of another one. */
	renew(more: number): void {
		this.stop();
		this.#left = this.#most + more;
	}

	/** Stops the clock if it runs. */
	stop(): void {
		if (!this.#timer) return;
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#left = Math.max(0, this.#left - (performance.now() - this.#since));
	}
}

/** How long a call may wait for a worker: as long as it may run, and at least a second. */
export function longestWait(deadline: number): number {
	return Math.max(SHORTEST_WAIT_MS, deadline);
}
