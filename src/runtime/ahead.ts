import { MiB } from "../core/limits.js";
import type { Job, Seat } from "./job.js";
import type { FairQueue } from "./queue.js";

/** Larger bodies wait in the server: their way is short beside their computing, and a worker should not hold two of them. */
const MOST_BYTES = MiB;

/**
 * The next call lies ready in a worker while it computes one: else the worker stands still while its answer goes to the server
 * and a body comes back. Calls are pure, so one that was given ahead is taken back and given to another without asking anyone.
 */
export class Ahead {
	readonly #seats: ReadonlySet<Seat>;
	readonly #queue: FairQueue<Job>;
	readonly #workers: number;

	constructor(seats: ReadonlySet<Seat>, queue: FairQueue<Job>, workers: number) {
		this.#seats = seats;
		this.#queue = queue;
		this.#workers = workers;
	}

	/** How many calls of a mill lie ready. */
	count(mill: string): number {
		return [...this.#seats].filter((seat) => aheadIn(seat)?.mill === mill).length;
	}

	/** Takes a job from the queue to lie ready, and says where; undefined where none should or can. */
	place(): { readonly seat: Seat; readonly job: Job } | undefined {
		const [mill, ...others] = this.#queue.mills();
		if (mill === undefined || others.length > 0) return undefined;
		// Where fewer wait than there are workers, the first that is free would take it back at once.
		if (this.#queue.count(mill) + this.count(mill) < this.#workers) return undefined;
		const job = this.#queue.first(mill);
		const seat = job && isSmall(job) ? [...this.#seats].find((one) => hasPlaceFor(one, mill)) : undefined;
		if (!job || !seat) return undefined;
		this.#queue.remove(job);
		seat.ahead = job;
		return { seat, job };
	}

	/** Whoever waits for another mill must not wait for what lies ready: that goes back to the queue. */
	clearTheWay(): void {
		const mills = this.#queue.mills();
		if (mills.length === 0) return;
		const back = [...this.#seats].flatMap((seat) => {
			const job = aheadIn(seat);
			return job && mills.some((mill) => mill !== job.mill) ? takeBack(seat, job) : [];
		});
		for (const job of back.sort((a, b) => b.id - a.id)) this.#queue.addFirst(job);
	}

	/** Takes back a job that could begin now, if another worker had it. */
	takeBackOne(may: (mill: string) => boolean): Job | undefined {
		for (const seat of this.#seats) {
			const job = aheadIn(seat);
			if (job && may(job.mill)) return takeBack(seat, job);
		}
		return undefined;
	}
}

/** The job that lies ready in a worker, if somebody waits for it still. */
export function aheadIn({ ahead }: Seat): Job | undefined {
	return ahead?.cancelled ? undefined : ahead;
}

/** A worker that computes a call of the same mill: nobody's share of the workers changes when it goes on with another. */
function hasPlaceFor({ job, ahead, verdict }: Seat, mill: string): boolean {
	return job?.mill === mill && !ahead && !verdict;
}

function isSmall({ task }: Job): boolean {
	return !("body" in task) || task.body.byteLength <= MOST_BYTES;
}

/** The worker may have begun it meanwhile, for nobody: a stand-in keeps the place until it says what became of it. */
function takeBack(seat: Seat, job: Job): Job {
	seat.ahead = { ...job, passage: undefined, cancelled: true, resolve: () => {}, reject: () => {} };
	job.worker = undefined;
	seat.process.say({ type: "cancel", id: job.id });
	return job;
}
