/** Where a call ran; `shared` means together with an equal call that was already running. */
export type LaneName = "worker" | "inline" | "shared" | "process";

/**
 * The times of one call, in milliseconds of `performance.now()`. The runtime writes them as things happen and does not return
 * them, so that a failed call has its times too.
 */
export class CallTimings {
	/** Undefined if the call never ran. */
	lane: LaneName | undefined = undefined;
	/** When it began to wait, began to run, and was done; 0 if it did not get that far. */
	queued = 0;
	begun = 0;
	done = 0;
	/** The equal call whose result this call shares. */
	leader: CallTimings | undefined = undefined;

	/** How long it waited until it ran, or until `now`. Time lost with a worker that died counts as waiting. */
	waited(now: number): number {
		const begun = this.leader ? this.leader.begun : this.begun;
		if (this.queued === 0) return 0;
		return Math.max(0, (begun || this.leader?.done || this.done || now) - this.queued);
	}

	/** How long it ran until it was done, or until `now`; undefined if it did not run. */
	ran(now: number): number | undefined {
		const { begun, done } = this.leader ?? this;
		if (begun === 0) return undefined;
		// A call that joined a running one has seen only the rest of it.
		return Math.max(0, (done || now) - Math.max(begun, this.queued));
	}
}
