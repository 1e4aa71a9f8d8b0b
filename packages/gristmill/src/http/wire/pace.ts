import { CLOCK, type Clock } from "../../core/clock.js";

/** How long work may take in one turn of the event loop, in milliseconds. */
const SLICE = 4;
/** How often work may run in one turn. What surrounds it, such as copying the piece that it looks at, is not timed. */
const MOST = 10;

/**
 * Spreads work over turns of the event loop, so that other requests have theirs in between. Without it, 50 messages that each
 * bring a piece of a millisecond would delay everything else by 50.
 */
export class Pace {
	readonly #clock: Clock;
	readonly #waiting: (() => void)[] = [];
	#spent = 0;
	#runs = 0;
	#scheduled = false;

	constructor(clock: Clock = CLOCK) {
		this.#clock = clock;
	}

	/** Runs the work now, or, if this turn has done enough, in a later one. Work runs in the order of the calls. */
	run(work: () => void): Promise<void> | undefined {
		if (this.#waiting.length === 0 && this.#mayRun()) {
			this.#timed(work);
			return undefined;
		}
		return new Promise((resolve, reject) => {
			this.#waiting.push(() => {
				try {
					work();
					resolve();
				} catch (error) {
					reject(error);
				}
			});
			this.#schedule();
		});
	}

	#mayRun(): boolean {
		return this.#spent < SLICE && this.#runs < MOST;
	}

	#timed(work: () => void): void {
		const start = this.#clock.now();
		try {
			work();
		} finally {
			this.#spent += this.#clock.now() - start;
			this.#runs++;
			this.#schedule();
		}
	}

	#schedule(): void {
		if (this.#scheduled) return;
		this.#scheduled = true;
		setImmediate(() => this.#turn());
	}

	#turn(): void {
		this.#scheduled = false;
		this.#spent = 0;
		this.#runs = 0;
		while (this.#mayRun()) {
			const next = this.#waiting.shift();
			if (!next) return;
			this.#timed(next);
		}
	}
}
