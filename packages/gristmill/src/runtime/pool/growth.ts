/** How much a slower batch, and a faster one, changes what is known of its size. The first use of a size may be slow, and counts little. */
const SLOWER = 1 / 8;
const FASTER = 1 / 2;

interface Known {
	size: number;
	micros: number;
}

/**
 * How a time grows with the size of a batch: a fixed part, and a part for each call. It is a line through the smallest and the largest
 * batches that were seen, of which powers of two are kept apart.
 */
export class Growth {
	readonly #known: Known[] = [];

	/** For a batch of this size, it took this many microseconds. */
	record(size: number, micros: number): void {
		const place = 31 - Math.clz32(size);
		const known = this.#known[place];
		if (!known) {
			this.#known[place] = { size, micros };
			return;
		}
		const weight = micros > known.micros ? SLOWER : FASTER;
		known.size += (size - known.size) * weight;
		known.micros += (Math.min(micros, 2 * known.micros) - known.micros) * weight;
	}

	/**
	 * How many calls a batch may have beyond a worker's share: computing them with it takes no longer than the fixed part, which a batch
	 * of their own would cost again. 0 if that is unknown.
	 */
	get nearlyFree(): number {
		const [least] = this.#seen;
		const each = this.#each;
		if (!least || each === undefined) return 0;
		const fixed = least.micros - each * least.size;
		return each <= 0 ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor(fixed / each));
	}

	/** The microseconds for a batch of this size, by the most similar one that was seen; undefined if there was none. */
	at(size: number): number | undefined {
		const distance = (known: Known) => Math.abs(Math.log2(known.size / size));
		const [nearest] = this.#seen.sort((a, b) => distance(a) - distance(b));
		if (!nearest) return undefined;
		return Math.max(0, nearest.micros + Math.max(0, this.#each ?? 0) * (size - nearest.size));
	}

	/** The smallest first. */
	get #seen(): Known[] {
		return this.#known.filter((known) => known !== undefined);
	}

	/** The microseconds for one more call; undefined if that is unknown. */
	get #each(): number | undefined {
		const seen = this.#seen;
		const [least, most] = [seen[0], seen.at(-1)];
		if (!least || !most || least === most) return undefined;
		return (most.micros - least.micros) / (most.size - least.size);
	}
}
