import { unlessAborted } from "./transport/time-limit.js";

/**
 * Work that several callers wait for, each with its own signal. A caller that stops waiting does not affect the others.
 * When the last one stops, the work is aborted.
 */
export class Shared<T> {
	readonly #controller = new AbortController();
	readonly #result: Promise<T>;
	readonly #lost: () => void;
	#waiting = 0;
	#settled = false;

	/** `lost` is called once if there is no result: the work failed, or all callers stopped waiting. */
	constructor(work: (signal: AbortSignal) => Promise<T>, lost: () => void) {
		this.#lost = lost;
		this.#result = work(this.#controller.signal);
		this.#result.then(
			() => {
				this.#settled = true;
			},
			() => this.#lose(),
		);
	}

	async wait(signal: AbortSignal): Promise<T> {
		this.#waiting++;
		try {
			return await unlessAborted(signal, this.#result);
		} finally {
			if (--this.#waiting === 0 && !this.#settled) {
				this.#lose();
				this.#controller.abort();
			}
		}
	}

	#lose(): void {
		if (!this.#settled) this.#lost();
		this.#settled = true;
	}
}
