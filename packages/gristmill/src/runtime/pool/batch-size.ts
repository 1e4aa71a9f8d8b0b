import { paddedSize } from "../../core/definition/batch.js";
import { type BatchLimits, mostCalls, type Pace } from "./window.js";

/** Batches are divided only if that is so much quicker: the times are estimates. */
const CLEARLY = 1.05;

/** The calls of a mill that uses batches. */
interface BatchCalls {
	/** Those that wait or run. */
	readonly present: number;
	/** Those that may come soon: their callers were just answered. */
	readonly expected: number;
}

/** How many calls the next batch should have. */
export interface BatchSize {
	readonly calls: number;
	/** Whether the calls that a batch could have are divided among two, because that is quicker. */
	readonly isDivided: boolean;
}

/**
 * A batch has a worker's share and those that are nearly free; or about half as many, if that answers more calls in a time. Then one
 * batch is computed while the callers of the other are on their way.
 */
export function batchSize(
	batch: BatchLimits,
	{ present, expected }: BatchCalls,
	workers: number,
	{ growth, turnaround }: Pick<Pace, "growth" | "turnaround">,
): BatchSize {
	const most = mostCalls(batch);
	const share = Math.max(1, Math.ceil(present / workers));
	const whole = Math.min(share + growth.nearlyFree, most);
	const own = (present + expected) / workers;
	/** Calls in a time: as many as the device computes, or as its callers can send. */
	const rate = (most: number) => {
		const size = Math.min(most, Math.ceil(own));
		const computing = growth.at(paddedSize(batch, size)) ?? 0;
		const away = turnaround.time.at(size) ?? 0;
		return Math.min(size / computing, own / (computing + away));
	};
	const half = Math.min(Math.ceil(own / 2), most);
	// It would not be padded.
	const below = batch.sizes?.findLast((size) => size <= half) ?? half;
	const divided = rate(below) > rate(half) ? below : half;
	const isDivided = divided < whole && rate(divided) > CLEARLY * rate(whole);
	return { calls: isDivided ? divided : whole, isDivided };
}
