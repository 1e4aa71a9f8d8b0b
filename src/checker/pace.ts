/** How fast a server may be asked. */
export interface PaceLimits {
	/** Questions a second, on average. */
	readonly rate: number;
	/** Questions that may be under way at a time, and that may come at once after a pause. */
	readonly parallel: number;
}

/** What the pace goes by; a test has its own. */
export interface Clock {
	readonly now: () => number;
	readonly sleep: (milliseconds: number) => Promise<unknown>;
}

const CLOCK: Clock = {
	now: () => performance.now(),
	sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Holds questions back, so that no server is flooded, ours or a stranger's. */
export class Pace {
	readonly #clock: Clock;
	readonly #rate: number;
	readonly #parallel: number;
	#running = 0;
	#waiting: (() => void)[] = [];
	/** When the bucket was empty last; it fills by `rate` a second up to `parallel`. */
	#spentUntil: number;

	constructor({ rate, parallel }: PaceLimits, clock: Clock = CLOCK) {
		this.#clock = clock;
		this.#rate = rate;
		this.#parallel = parallel;
		this.#spentUntil = clock.now() - (parallel * 1000) / rate;
	}

	/** Runs a task when its turn has come. */
	async turn<T>(task: () => Promise<T>): Promise<T> {
		if (this.#running >= this.#parallel) await new Promise<void>((resolve) => this.#waiting.push(resolve));
		else this.#running++;
		try {
			await this.#token();
			return await task();
		} finally {
			// The place goes to the next in line, or is free.
			const next = this.#waiting.shift();
			if (next) next();
			else this.#running--;
		}
	}

	/** Waits until as many tasks as may run at a time may also begin at once. */
	async rest(): Promise<void> {
		const full = this.#spentUntil + (this.#parallel * 1000) / this.#rate;
		const wait = full - this.#clock.now();
		if (wait > 0) await this.#clock.sleep(wait);
	}

	async #token(): Promise<void> {
		const now = this.#clock.now();
		const cost = 1000 / this.#rate;
		this.#spentUntil = Math.max(this.#spentUntil, now - this.#parallel * cost) + cost;
		const wait = this.#spentUntil - now;
		if (wait > 0) await this.#clock.sleep(wait);
	}
}
