import { Problem } from "../core/problem.js";

/** How strongly the latest call counts in the share of callers that give up. */
const WEIGHT = 0.05;
/** Below this share those that leave say little of the others: a client that hedges drops one call in twenty. */
const MANY = 0.2;

/** How long callers have waited before they gave up; unknown until many do. */
export class Patience {
	#learnt = Number.POSITIVE_INFINITY;
	#at = 0;
	#share = 0;

	/** A caller had its answer. */
	served(): void {
		this.#share -= WEIGHT * this.#share;
	}

	/** A caller went away after this many milliseconds. */
	gaveUp(waited: number, now: number): void {
		this.#share += WEIGHT * (1 - this.#share);
		if (this.#share < MANY) return;
		const before = this.at(now);
		this.#learnt = before === Number.POSITIVE_INFINITY ? waited : before + 0.3 * (waited - before);
		this.#at = now;
	}

	/** What is believed now: it doubles with every half minute in which few give up. */
	at(now: number): number {
		return this.#learnt * 2 ** ((now - this.#at) / 30_000);
	}
}

/** What the queue of a mill looks like to a call that wants to enter. */
export interface Crowd {
	readonly waiting: number;
	/** Workers that this mill can count on while others are busy too. */
	readonly share: number;
	/** Microseconds that a call takes; undefined where that is not known. */
	readonly cost: number | undefined;
	readonly deadline: number;
	readonly maxWaiting: number;
}

/** A caller that has waited this part of its patience still has time for the answer. */
const SAFE = 0.5;

/**
 * Lets a call into the queue, or refuses it at once with an honest Retry-After. A queue longer than callers
 * wait only computes answers that nobody reads.
 */
export function admit(crowd: Crowd, patience: number): void {
	const { waiting, share, cost = 0, deadline, maxWaiting } = crowd;
	const wait = (waiting * cost) / 1_000 / share;
	const limit = Math.min(deadline, SAFE * patience);
	// A place or two behind the running calls is always there, or workers would stand idle between calls.
	if (waiting < maxWaiting && (wait <= limit || waiting < 2 * share)) return;
	const retryAfter = Math.max(1, Math.ceil(wait / 1_000));
	throw new Problem(
		"overloaded",
		`Send the same call again in ${retryAfter} s: ${waiting} calls wait already.`,
		{
			retryAfter,
		},
	);
}
