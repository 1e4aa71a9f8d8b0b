/** How busy the workers of a mill are. */
export interface Utilisation {
	/** The share of the last seconds in which the workers that may run it had calls, of this mill or of another one. */
	readonly ratio: number;
	/** The calls of it that the idle workers could compute in a second, after those that wait. Undefined until one was measured. */
	readonly headroom: number | undefined;
}

/** The workers of a mill, on average over the last seconds. */
interface Workload {
	readonly workers: number;
	/** How many of them may run this mill at a time. */
	readonly concurrency: number;
	/** How many have calls of any mill. */
	readonly busy: number;
	/** How many have calls of this mill. */
	readonly own: number;
	/** The calls of this mill that wait. */
	readonly waiting: number;
	/** The microseconds for which a call occupies a worker; undefined if unknown. */
	readonly cost: number | undefined;
}

export function utilisationOf({ workers, concurrency, busy, own, waiting, cost }: Workload): Utilisation {
	const idle = Math.max(0, Math.min(workers - busy, concurrency - own));
	return {
		// A spare may run the second try of a call, too.
		ratio: Math.min(1, busy / workers),
		headroom: cost === undefined ? undefined : Math.max(0, (idle * 1e6) / Math.max(1, cost) - waiting),
	};
}
