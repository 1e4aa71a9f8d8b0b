import { MiB } from "../../core/definition/limits.js";
import { Problem } from "../../core/problem.js";
import { memoryHere } from "../../runtime/options.js";

/**
 * The requests whose answers are not out yet, and the bytes that they hold: the bodies of all calls together, from the first byte to the
 * answer, and large results until they are read. Each mill limits its own inputs, but thousands of connections multiply that limit,
 * and a compressed body is cheap to send.
 */
export class Load {
	readonly #limit: number;
	#held = 0;
	#open = 0;
	#left = 0;
	#wake = () => {};

	constructor(limit: number = defaultMaxBuffered()) {
		this.#limit = limit;
	}

	/** The bytes in use. */
	get held(): number {
		return this.#held;
	}

	/** The requests whose answers are not out yet. */
	get open(): number {
		return this.#open;
	}

	/** All requests that are over. */
	get left(): number {
		return this.#left;
	}

	enter(): void {
		this.#open++;
	}

	leave(): void {
		this.#open--;
		this.#left++;
		if (this.#open === 0) this.#wake();
	}

	/** Counts received bytes; throws `overloaded` if all calls together exceed the limit. */
	hold(bytes: number): void {
		if (this.#held + bytes > this.#limit)
			throw new Problem("overloaded", "The memory for calls is full. Try again in 1 s.", {
				retryAfter: 1,
			});
		this.#held += bytes;
	}

	release(bytes: number): void {
		this.#held -= bytes;
	}

	/** Resolves when no request is open, or after `patience` milliseconds. */
	async settled(patience: number): Promise<void> {
		if (this.#open === 0) return;
		await new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, patience);
			this.#wake = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	}
}

/** A quarter of the memory of this process. The memory of workers has its own limit. */
export function defaultMaxBuffered(): number {
	return Math.max(64 * MiB, Math.floor(memoryHere() / 4));
}
