/** Where a call was computed; `shared` is with an equal call that was under way. */
export type LaneName = "worker" | "inline" | "shared" | "process";

/**
 * What the runtime notes of one call, in milliseconds of `performance.now()`. It is written as things happen, not
 * returned: a call that fails has its times too.
 */
export class Passage {
	/** Undefined where the call never came to be computed. */
	lane: LaneName | undefined = undefined;
	/** When it began to wait, to run, and was done; 0 where it did not come so far. */
	queued = 0;
	begun = 0;
	done = 0;
	/** The call that computes for this one too. */
	leader: Passage | undefined = undefined;

	/** How long it waited until `now`, or until it ran. Time lost with a worker that died counts as waiting. */
	waited(now: number): number {
		const begun = this.leader ? this.leader.begun : this.begun;
		if (this.queued === 0) return 0;
		return Math.max(0, (begun || this.leader?.done || this.done || now) - this.queued);
	}

	/** How long it ran until `now`, or until it was done; undefined where it did not run. */
	ran(now: number): number | undefined {
		const { begun, done } = this.leader ?? this;
		if (begun === 0) return undefined;
		// Whoever boards in mid-flight has seen only the rest of it.
		return Math.max(0, (done || now) - Math.max(begun, this.queued));
	}
}
