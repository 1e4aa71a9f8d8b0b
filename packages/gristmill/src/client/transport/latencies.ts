const KEPT = 128;
/** Fewer samples have no useful tail. */
const FEWEST = 20;
/** One extra request per ten calls, so that a slow server does not get every call twice. */
const SHARE = 0.1;

/** The latest latencies of a mill. They decide when a second request is worth it. */
export class Latencies {
	readonly #samples: number[] = [];
	#next = 0;
	/** The number of extra requests that may be sent. Every call adds a fraction. */
	#allowance = 1;

	add(milliseconds: number): void {
		this.#samples[this.#next] = milliseconds;
		this.#next = (this.#next + 1) % KEPT;
		this.#allowance = Math.min(10, this.#allowance + SHARE);
	}

	/** The latency quantile; undefined if there are too few samples. */
	quantile(share: number): number | undefined {
		if (this.#samples.length < FEWEST) return undefined;
		const sorted = [...this.#samples].sort((a, b) => a - b);
		return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
	}

	/** Whether an extra request may be sent now. If so, it is counted. */
	spend(): boolean {
		if (this.#allowance < 1) return false;
		this.#allowance--;
		return true;
	}
}
