const KEPT = 128;
/** Fewer samples have no tail to speak of. */
const FEWEST = 20;
/** One extra request for ten calls: a server that is slow as a whole is not sent everything twice. */
const SHARE = 0.1;

/** The latest latencies of a mill, for the decision when a second request is worth it. */
export class Latencies {
	readonly #samples: number[] = [];
	#next = 0;
	/** Extra requests that may be sent; every call adds a share of one. */
	#allowance = 1;

	add(milliseconds: number): void {
		this.#samples[this.#next] = milliseconds;
		this.#next = (this.#next + 1) % KEPT;
		this.#allowance = Math.min(10, this.#allowance + SHARE);
	}

	/** The latency that this share of calls stays below; undefined while too little is known. */
	quantile(share: number): number | undefined {
		if (this.#samples.length < FEWEST) return undefined;
		const sorted = [...this.#samples].sort((a, b) => a - b);
		return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
	}

	/** Whether an extra request may be sent now; if so it is counted. */
	spend(): boolean {
		if (this.#allowance < 1) return false;
		this.#allowance--;
		return true;
	}
}
