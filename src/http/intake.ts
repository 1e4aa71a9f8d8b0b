import { MiB } from "../core/limits.js";
import { Problem } from "../core/problem.js";
import { memoryHere } from "../runtime/options.js";

/**
 * Bounds what the bodies of all calls take together, from the first byte to the answer. Each is bounded by its mill, but
 * thousands of connections and a queue of hundreds would multiply that; a compressed body costs its sender next to nothing.
 */
export class Intake {
	readonly #limit: number;
	#held = 0;

	constructor(limit: number = defaultLimit()) {
		this.#limit = limit;
	}

	/** How many bytes are held right now. */
	get held(): number {
		return this.#held;
	}

	/** Counts bytes that have come; throws `overloaded` where they are too many for all calls together. */
	hold(bytes: number): void {
		if (this.#held + bytes > this.#limit)
			throw new Problem("overloaded", "Try again later: the server holds as much input as it can.", {
				retryAfter: 1,
			});
		this.#held += bytes;
	}

	release(bytes: number): void {
		this.#held -= bytes;
	}
}

/** A quarter of the memory that this process may have; what lies in workers is bounded by itself. */
function defaultLimit(): number {
	return Math.max(64 * MiB, Math.floor(memoryHere() / 4));
}
