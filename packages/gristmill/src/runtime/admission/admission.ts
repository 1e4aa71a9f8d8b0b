import { queueFull } from "./refusals.js";

/** The weight of the latest call in the share of callers that give up. */
const WEIGHT = 0.05;
/** Below this share the callers that leave say little about the others: a client that hedges drops one call in twenty. */
const MANY = 0.2;
/** If this share of those who wait as long as the leaving callers get their result, the queue is for them. */
const ENOUGH = 0.25;
/**
 * A caller that leaves sooner, in milliseconds, says nothing about the queue: its connection broke, or another server was quicker.
 * Otherwise a client that resets some connections at once would close the queue to everybody.
 */
const SOON_MS = 100;

/**
 * Learns how long callers wait before they give up. Infinite until many give up, and while others stay for longer: a shorter queue
 * would only refuse these.
 */
export class Patience {
	#learnt = Number.POSITIVE_INFINITY;
	#at = 0;
	#share = 0;
	/** How long those wait who leave, in milliseconds. */
	#left = Number.POSITIVE_INFINITY;
	/** The share of those who stay among all who wait for so long. */
	#stayed = 0;

	/** A caller got its result after this many milliseconds. */
	served(waited: number): void {
		this.#share -= WEIGHT * this.#share;
		if (waited >= this.#left) this.#stayed += WEIGHT * (1 - this.#stayed);
	}

	/** A caller left after this many milliseconds, and what was computed for it is lost. */
	gaveUp(waited: number, now: number): void {
		if (waited < SOON_MS) return;
		this.#share += WEIGHT * (1 - this.#share);
		this.#stayed -= WEIGHT * this.#stayed;
		this.#left = follow(this.#left, waited);
		if (this.#share < MANY) return;
		this.#learnt = follow(this.#estimate(now), waited);
		this.#at = now;
	}

	/** The estimate in milliseconds. It doubles with every half minute in which few callers give up. */
	at(now: number): number {
		return this.#stayed < ENOUGH ? this.#estimate(now) : Number.POSITIVE_INFINITY;
	}

	#estimate(now: number): number {
		// Of a server that keeps up: a power costs more than the rest of the admission.
		if (this.#learnt === Number.POSITIVE_INFINITY) return this.#learnt;
		return this.#learnt * 2 ** ((now - this.#at) / 30_000);
	}
}

function follow(mean: number, value: number): number {
	return mean === Number.POSITIVE_INFINITY ? value : mean + 0.3 * (value - mean);
}

/** The queue of a mill, as admission sees it. */
export interface QueueState {
	readonly waiting: number;
	/** The number of workers for this mill while other mills are busy too; may be a fraction. */
	readonly share: number;
	/** The microseconds for which a call occupies a worker; undefined if unknown. */
	readonly cost: number | undefined;
	readonly deadline: number;
	readonly maxWaiting: number;
}

/** A caller that has waited for this part of its patience still has time for the result. */
const SAFE = 0.5;

/** Admits a call to the queue, or throws a 503 at once with a realistic Retry-After. */
export function admit(queue: QueueState, patience: number): void {
	if (!mayWait(queue, patience)) throw queueFull(queue.waiting, waitOf(queue));
}

/** Whether one more call may wait. If the queue is longer than callers wait, workers only compute results that are never read. */
export function mayWait(queue: QueueState, patience: number): boolean {
	const { waiting, share, deadline, maxWaiting } = queue;
	const limit = Math.min(deadline, SAFE * patience);
	// One or two calls per worker may always wait; otherwise workers would be idle between calls.
	return waiting < maxWaiting && (waitOf(queue) <= limit || waiting < 2 * share);
}

/** How long the last call of the queue waits, in milliseconds. */
function waitOf({ waiting, share, cost = 0 }: QueueState): number {
	return (waiting * cost) / 1_000 / share;
}
