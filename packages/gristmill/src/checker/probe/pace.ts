import type { Clock } from "../../core/clock.js";

/** How fast requests may be sent. */
interface PaceLimits {
	/** Requests per second, on average. */
	readonly rate: number;
	/** Maximum number of concurrent requests, and of requests at once after a pause. */
	readonly parallel: number;
}

/** Delays requests, so that the check does not flood a server. */
export class Pace {
	readonly #clock: Clock;
	readonly #rate: number;
	readonly #parallel: number;
	#running = 0;
	#waiting: (() => void)[] = [];
	/** When the token bucket was last empty. It gains `rate` tokens per second, up to `parallel`. */
	#spentUntil: number;

	constructor({ rate, parallel }: PaceLimits, clock: Clock) {
		this.#clock = clock;
		this.#rate = rate;
		this.#parallel = parallel;
		this.#spentUntil = clock.now() - (parallel * 1000) / rate;
	}

	/** Runs a task when it is its turn. */
	async turn<T>(task: () => Promise<T>): Promise<T> {
		if (this.#running >= this.#parallel) await new Promise<void>((resolve) => this.#waiting.push(resolve));
		else this.#running++;
		try {
			await this.#token();
			return await task();
		} finally {
			// The slot goes to the next waiting task.
			const next = this.#waiting.shift();
			if (next) next();
			else this.#running--;
		}
	}

	/** Waits until the maximum number of tasks may start at once. */
	async rest(): Promise<void> {
		const full = this.#spentUntil + (this.#parallel * 1000) / this.#rate;
		const wait = full - this.#clock.now();
		if (wait > 0) await sleep(this.#clock, wait);
	}

	async #token(): Promise<void> {
		const now = this.#clock.now();
		const cost = 1000 / this.#rate;
		this.#spentUntil = Math.max(this.#spentUntil, now - this.#parallel * cost) + cost;
		const wait = this.#spentUntil - now;
		if (wait > 0) await sleep(this.#clock, wait);
	}
}

/** Waits. */
export function sleep(clock: Clock, milliseconds: number): Promise<void> {
	return new Promise((resolve) => void clock.setTimeout(resolve, milliseconds));
}
