import type { Mill } from "../../core/definition/mill.js";
import { type Job, newJob, type WorkerSlot } from "./job.js";
import type { FairQueue } from "./queue.js";
import { bytesOf, runningCalls } from "./rows.js";

/** A batch that failed halves the size of the next ones. Each batch that did not adds this much again. */
const RECOVERY = 0.25;

/**
 * Puts calls that wait for the same mill with the same parameters together, up to the limits of the mill. After a batch failed,
 * for example because it was too large for the deadline or the memory of a worker, batches are smaller for a while.
 */
export class Batches {
	readonly #mills: ReadonlyMap<string, Mill>;
	/** The size of the next batch, for mills with a batch that failed. */
	readonly #sizes = new Map<string, number>();

	constructor(mills: ReadonlyMap<string, Mill>) {
		this.#mills = mills;
	}

	/** Whether calls of a mill may be computed together. */
	has(mill: string): boolean {
		return (this.#mills.get(mill)?.batch?.most ?? 1) > 1;
	}

	/**
	 * Takes the calls from the queue that a worker computes together with this one, in the order of the queue. `slots` are all
	 * workers of the pool, of which `workers` may run at a time.
	 */
	companyOf(job: Job, queue: FairQueue<Job>, slots: Iterable<WorkerSlot>, workers: number): Job[] {
		const limits = this.#mills.get(job.mill)?.batch;
		if (!limits || job.mustBeAlone) return [];
		// A worker takes its share of all calls, not everything that waits: the next one would be left with a batch of one.
		const share = Math.ceil((1 + queue.count(job.mill) + runningCalls(job.mill, slots)) / workers);
		const most = Math.min(limits.most, share, Math.floor(this.#sizes.get(job.mill) ?? limits.most));
		let bytes = bytesOf(job);
		const company: Job[] = [];
		for (const other of queue.line(job.mill)) {
			if (company.length + 1 >= most) break;
			if (other.mustBeAlone || other.company !== job.company || bytes + bytesOf(other) > limits.maxBytes)
				continue;
			bytes += bytesOf(other);
			company.push(other);
		}
		for (const other of company) queue.remove(other);
		return company;
	}

	/** Records how a batch ended. */
	ended(mill: string, size: number, failed: boolean): void {
		const most = this.#mills.get(mill)?.batch?.most ?? 1;
		const next = failed ? size / 2 : (this.#sizes.get(mill) ?? most) + RECOVERY;
		if (next >= most) this.#sizes.delete(mill);
		else this.#sizes.set(mill, Math.max(1, next));
	}
}

/** A job for a worker: these calls together, or one after the other. The shortest of their deadlines is that of the batch. */
export function batchJob(id: number, jobs: readonly Job[], inARow: boolean): Job {
	const [{ mill } = { mill: "" }] = jobs;
	const batch = newJob({
		id,
		mill,
		task: { members: new Map(jobs.map((job) => [job.id, job])), size: jobs.length, inARow },
		deadline: Math.min(...jobs.map(({ deadline }) => deadline)),
		timings: undefined,
		resolve: () => {},
		reject: () => {},
	});
	batch.isSecondTry = jobs.some(({ isSecondTry }) => isSecondTry);
	return batch;
}
