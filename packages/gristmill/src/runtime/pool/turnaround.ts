import { Growth } from "./growth.js";

/** A caller that has not come again after this time has left, in milliseconds. */
const GONE_MS = 250;

/** The callers of a mill that were answered: how many may call again, and how long they take. */
export class Turnaround {
	/** The time from the answers to a batch until as many calls have come. */
	readonly time = new Growth();
	/** Answers that were given together, the oldest first, and how many of their callers have not come again. */
	readonly #answered: { readonly size: number; readonly at: number; left: number }[] = [];

	/** This many callers have their answers. */
	answered(size: number, now: number): void {
		this.#answered.push({ size, at: now, left: size });
		this.#forget(now);
	}

	/** A call has come. Who was answered first comes first. */
	arrived(now: number): void {
		this.#forget(now);
		const [first] = this.#answered;
		if (!first || --first.left > 0) return;
		this.time.record(first.size, (now - first.at) * 1_000);
		this.#answered.shift();
	}

	/** How many callers may come again soon. */
	expected(now: number): number {
		this.#forget(now);
		return this.#answered.reduce((sum, { left }) => sum + left, 0);
	}

	#forget(now: number): void {
		while (this.#answered[0] && this.#answered[0].at < now - GONE_MS) this.#answered.shift();
	}
}
