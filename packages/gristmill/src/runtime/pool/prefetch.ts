import { MiB } from "../../core/definition/limits.js";
import { type Job, standInFor, type WorkerSlot } from "./job.js";
import type { FairQueue } from "./queue.js";

/** Larger bodies wait in the server. Transfer time is small compared with compute time, and a worker should not hold two of them. */
const MOST_BYTES = MiB;

/**
 * Sends a worker its next call while it computes one. Otherwise the worker is idle while its result goes to the server and the
 * next body comes back. Calls are pure, so a prefetched call can be taken back and given to another worker at any time.
 */
export class Prefetch {
	readonly #slots: ReadonlySet<WorkerSlot>;
	readonly #queue: FairQueue<Job>;
	readonly #workers: number;
	readonly #mayPrefetch: (mill: string) => boolean;

	/** `mayPrefetch` says whether calls of a mill may be sent ahead. */
	constructor(
		slots: ReadonlySet<WorkerSlot>,
		queue: FairQueue<Job>,
		workers: number,
		mayPrefetch: (mill: string) => boolean = () => true,
	) {
		this.#slots = slots;
		this.#queue = queue;
		this.#workers = workers;
		this.#mayPrefetch = mayPrefetch;
	}

	/** Whether no call is prefetched. */
	isEmpty(): boolean {
		for (const slot of this.#slots) if (prefetchedJob(slot)) return false;
		return true;
	}

	/** The number of prefetched calls of a mill. */
	count(mill: string): number {
		let count = 0;
		for (const slot of this.#slots) if (prefetchedJob(slot)?.mill === mill) count++;
		return count;
	}

	/** Takes a job from the queue and puts it into a worker's slot. Returns undefined if there is none to prefetch. */
	next(): { readonly slot: WorkerSlot; readonly job: Job } | undefined {
		const mill = this.#queue.nextMill();
		if (mill === undefined || this.#queue.hasSeveralMills() || !this.#mayPrefetch(mill)) return undefined;
		// If fewer calls wait than there are workers, the first free worker would take the call back at once.
		if (this.#queue.count(mill) + this.count(mill) < this.#workers) return undefined;
		const job = this.#queue.first(mill);
		const slot = job && isSmall(job) ? [...this.#slots].find((one) => canPrefetch(one, mill)) : undefined;
		if (!job || !slot) return undefined;
		this.#queue.remove(job);
		slot.prefetched = job;
		return { slot, job };
	}

	/** Returns prefetched calls to the queue if another mill waits: its calls must not wait for them. */
	returnPrefetched(): void {
		if (this.isEmpty() || this.#queue.isEmpty()) return;
		const mills = [...this.#queue.mills()];
		const returned = [...this.#slots].flatMap((slot) => {
			const job = prefetchedJob(slot);
			return job && mills.some((mill) => mill !== job.mill) ? takeBack(slot, job) : [];
		});
		for (const job of returned.sort((a, b) => b.id - a.id)) this.#queue.addFirst(job);
	}

	/** Takes back one prefetched job that `may` run now in another worker. */
	takeOne(may: (mill: string) => boolean): Job | undefined {
		for (const slot of this.#slots) {
			const job = prefetchedJob(slot);
			if (job && may(job.mill)) return takeBack(slot, job);
		}
		return undefined;
	}
}

/** The prefetched job of a worker, unless it was cancelled. */
export function prefetchedJob({ prefetched }: WorkerSlot): Job | undefined {
	return prefetched?.cancelled ? undefined : prefetched;
}

/** Whether the worker computes a call of the same mill: then prefetching does not change any mill's share of the workers. */
function canPrefetch({ job, prefetched, killReason, process }: WorkerSlot, mill: string): boolean {
	return job?.mill === mill && !job.isReassigned && !prefetched && !killReason && !process.hasEnded;
}

function isSmall({ task }: Job): boolean {
	return !("body" in task) || task.body.byteLength <= MOST_BYTES;
}

/** The worker may have begun the job in the meantime, so a stand-in keeps its place until the worker reports. */
function takeBack(slot: WorkerSlot, job: Job): Job {
	slot.prefetched = standInFor(job);
	job.worker = undefined;
	slot.process.send({ type: "cancel", id: job.id });
	return job;
}
