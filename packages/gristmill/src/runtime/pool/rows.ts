import { type Job, membersOf, type WorkerSlot } from "./job.js";
import type { FairQueue } from "./queue.js";

/** The most calls, bytes and, by the average, microseconds in a row. */
const MOST_CALLS = 32;
const MOST_BYTES = 64 * 1024;
const MOST_MICROS = 2_400;
/** A mill is quick if its calls take less than this on average, in microseconds. */
const QUICK = 600;
/** Where the average begins: a mill is quick after it has answered about 20 calls. */
const UNKNOWN = 2_000;
/** A row takes a few milliseconds. After this time, other workers may compute its calls. */
export const ROW_PATIENCE_MS = 250;
/** How much one call counts. A single call of a second makes a mill slow for about a hundred calls. */
const WEIGHT = 1 / 16;

/**
 * Rows of calls that wait for the same quick mill: they go to a worker in one message, and it computes them one after the other. Such
 * calls take longer on their way than in the mill.
 */
export class Rows {
	readonly #micros = new Map<string, number>();

	/** Records how long a call of a mill was computed. */
	record(mill: string, micros: number): void {
		const average = this.#micros.get(mill) ?? UNKNOWN;
		this.#micros.set(mill, average + (micros - average) * WEIGHT);
	}

	/** Records that a row was slow, or lost its worker: there are none for a while. */
	failed(mill: string): void {
		this.record(mill, ROW_PATIENCE_MS * 1_000);
	}

	isQuick(mill: string): boolean {
		return (this.#micros.get(mill) ?? UNKNOWN) < QUICK;
	}

	/** Takes the calls from the queue that follow this one in a row. A worker takes its share of all calls that wait. */
	rowOf(job: Job, queue: FairQueue<Job>, slots: Iterable<WorkerSlot>, workers: number): Job[] {
		if (!this.isQuick(job.mill) || job.mustBeAlone || bytesOf(job) > MOST_BYTES) return [];
		const share = Math.ceil((1 + queue.count(job.mill) + runningCalls(job.mill, slots)) / workers);
		const average = this.#micros.get(job.mill) ?? UNKNOWN;
		const most = Math.min(MOST_CALLS, share, Math.ceil(MOST_MICROS / average));
		let bytes = bytesOf(job);
		const row: Job[] = [];
		for (const other of queue.line(job.mill)) {
			bytes += bytesOf(other);
			// In order: a call that does not fit ends the row.
			if (row.length + 1 >= most || other.mustBeAlone || "order" in other.task || bytes > MOST_BYTES) break;
			row.push(other);
		}
		for (const other of row) queue.remove(other);
		return row;
	}
}

/** The number of running calls of a mill. */
export function runningCalls(mill: string, slots: Iterable<WorkerSlot>): number {
	let count = 0;
	for (const { job } of slots) if (job?.mill === mill && !job.isReassigned) count += membersOf(job).length;
	return count;
}

export function bytesOf({ task }: Job): number {
	return "body" in task ? task.body.byteLength : 0;
}
