/** Where a call ran; `shared` means together with an equal call that was already running. */
export type LaneName = "worker" | "inline" | "shared" | "process";

/** When a call began to run and when it was done, in milliseconds; 0 if it did not get that far. They may still change. */
export interface RunTimes {
	readonly begun: number;
	readonly done: number;
	/** The compute time that its worker has told, in microseconds: its share if several calls were computed together. */
	readonly micros?: number | undefined;
	/** Calls back when nothing computes it any more, which may be after its caller has left. */
	whenOver?(callback: () => void): void;
}

/** The times of one call, by the clock of the runtime. A failed call has its times too. */
export class CallTimings {
	/** The id of its request, as the log has it; undefined if it belongs to none. */
	readonly request: string | undefined;
	/** Undefined if the call never ran. */
	lane: LaneName | undefined = undefined;
	/** When it began to wait; 0 if it did not. */
	queued = 0;
	/** Equal calls that run together have the same. */
	times: RunTimes = { begun: 0, done: 0 };

	constructor(request?: string) {
		this.request = request;
	}

	get begun(): number {
		return this.times.begun;
	}

	/** How long it waited until it ran, or until `now`. Time lost with a worker that died counts as waiting. */
	waited(now: number): number {
		return this.queued === 0 ? 0 : Math.max(0, (this.begun || now) - this.queued);
	}

	/** How long it ran until it was done, or until `now`; undefined if it did not run. */
	ran(now: number): number | undefined {
		const { begun, done } = this.times;
		if (begun === 0) return undefined;
		// A call that joined a running one has seen only the rest of it.
		return Math.max(0, (done || now) - Math.max(begun, this.queued));
	}

	/**
	 * Tells the milliseconds of computing that its caller owes, when nothing computes it any more. Whoever joined a running call owes none:
	 * the first caller does.
	 */
	whenOwed(now: () => number, tell: (milliseconds: number) => void): void {
		const { lane, times } = this;
		if (lane === undefined || lane === "shared") return;
		const over = () => tell(times.micros === undefined ? (this.ran(now()) ?? 0) : times.micros / 1_000);
		if (times.whenOver) times.whenOver(over);
		else over();
	}
}
