import type { WorkerSlot } from "./pending-call.js";

/** What is longer ago than this, in milliseconds, counts for about a third. */
const MEMORY_MS = 10_000;

/** How many workers have calls, as a mean of the last seconds: a single look finds all or none busy. */
export class Occupancy {
	readonly #weight: number;
	readonly #byMill = new Map<string, number>();

	/** The time between two samples, in milliseconds. */
	constructor(every: number) {
		this.#weight = 1 - Math.exp(-every / MEMORY_MS);
	}

	/** Looks at the workers. Looking costs the calls nothing, unlike noting when each begins and ends. */
	sample(slots: Iterable<Pick<WorkerSlot, "mill">>): void {
		const busy = new Map<string, number>();
		for (const { mill } of slots) if (mill !== "") busy.set(mill, (busy.get(mill) ?? 0) + 1);
		for (const mill of new Set([...this.#byMill.keys(), ...busy.keys()])) {
			const before = this.of(mill);
			this.#byMill.set(mill, before + this.#weight * ((busy.get(mill) ?? 0) - before));
		}
	}

	/** The workers that have calls of this mill. */
	of(mill: string): number {
		return this.#byMill.get(mill) ?? 0;
	}

	/** The workers that have calls. */
	get all(): number {
		return [...this.#byMill.values()].reduce((sum, busy) => sum + busy, 0);
	}
}
