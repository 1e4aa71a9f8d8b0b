import { MiB } from "../../core/definition/limits.js";
import type { Mill } from "../../core/definition/mill.js";
import { Growth } from "./growth.js";
import { Turnaround } from "./turnaround.js";

/** A mill is quick if its calls take less than this on average, in microseconds. They take longer on their way than in the mill. */
const QUICK = 600;
/** The most calls, bytes and, by the average, microseconds of a quick mill that go to a worker together. */
const ROW = { calls: 32, bytes: 64 * 1024, micros: 2_400 };
/** Slower calls, and batches, do not go to a worker before it needs them: it would not be idle for long, and they might wait for long. */
export const AHEAD = 250_000;
/** The most bytes of a call that waits in a worker, and the one before it. */
const AHEAD_BYTES = 2 * MiB;

/** The calls of a worker: those that it was sent and has not answered. */
export interface WindowSize {
	readonly calls: number;
	/** A call with more has a window of its own. */
	readonly bytes: number;
}

/** The limits of a mill with `runBatch`. */
export type BatchLimits = NonNullable<Mill["batch"]>;

/**
 * How many calls of a mill without batches a worker may have: a row, if it is quick; the next one, if that saves idle time; otherwise
 * one. `waiting` calls of the mill wait or run, and one of `workers` takes no more than its share: the others would be idle. `micros`
 * is the average of a call; undefined if there was none.
 */
export function windowSize(waiting: number, workers: number, micros: number | undefined): WindowSize {
	const share = Math.max(1, Math.ceil(waiting / workers));
	if (isQuick(micros))
		return { calls: Math.min(share, ROW.calls, Math.ceil(ROW.micros / micros)), bytes: ROW.bytes };
	const isFast = micros !== undefined && micros < AHEAD;
	return { calls: isFast && waiting >= 2 * workers ? 2 : 1, bytes: AHEAD_BYTES };
}

/** How many calls a batch may have: a limit between two sizes of the mill would be padded to the larger one. */
export function mostCalls({ most, sizes }: BatchLimits): number {
	return sizes?.findLast((size) => size <= most) ?? Math.floor(most);
}

export function isQuick(micros: number | undefined): micros is number {
	return micros !== undefined && micros < QUICK;
}

/** How much one call counts. A single call of a second makes a mill slow for about a hundred calls. */
const WEIGHT = 1 / 16;
/** Where the average begins: a mill is quick after it has answered about 20 calls. */
const UNKNOWN = 2_000;
/** A window that failed counts as a call of this time, in microseconds. */
const FAILED = 250_000;
/** A batch that failed halves the size of the next ones. Each batch that did not adds this much again. */
const RECOVERY = 0.25;

/** What the pool has learnt about a mill. */
export class Pace {
	/** The average time of its calls. */
	micros: number | undefined;
	/** Its limits, narrower for a while after a batch failed, for example because it was too large for the memory of a worker. */
	batch: BatchLimits | undefined;
	/** How long its batches take. */
	readonly growth = new Growth();
	readonly turnaround = new Turnaround();
	readonly #limits: BatchLimits | undefined;

	constructor(batch: BatchLimits | undefined) {
		this.#limits = batch && batch.most > 1 ? batch : undefined;
		this.batch = this.#limits;
	}

	/** Whether a batch has failed lately. */
	get isNarrowed(): boolean {
		return this.batch?.most !== this.#limits?.most;
	}

	/** A call was computed. */
	record(micros: number): void {
		const average = this.micros ?? UNKNOWN;
		this.micros = average + (micros - average) * WEIGHT;
	}

	/** Calls that were sent together ended. */
	ended(size: number, hasFailed: boolean): void {
		if (!this.#limits || !this.batch) {
			if (hasFailed) this.record(FAILED);
			return;
		}
		const most = hasFailed ? size / 2 : this.batch.most + RECOVERY;
		this.batch = { ...this.batch, most: Math.min(this.#limits.most, Math.max(1, most)) };
	}
}
