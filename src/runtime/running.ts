/** How many calls of each mill run, and who may have one more of the workers. */
export class Running {
	readonly #counts = new Map<string, number>();
	readonly #workers: number;
	readonly #concurrency: (mill: string) => number;

	constructor(workers: number, concurrency: (mill: string) => number = () => Number.POSITIVE_INFINITY) {
		this.#workers = workers;
		this.#concurrency = concurrency;
	}

	/** The mills that have calls running. */
	mills(): Iterable<string> {
		return this.#counts.keys();
	}

	add(mill: string): void {
		this.#counts.set(mill, this.#of(mill) + 1);
	}

	remove(mill: string): void {
		const left = this.#of(mill) - 1;
		if (left > 0) this.#counts.set(mill, left);
		else this.#counts.delete(mill);
	}

	/** Whether one more call of a mill may run; while others wait, one worker is left to them. */
	mayAdd(mill: string, othersWait: boolean): boolean {
		const most = othersWait ? Math.max(1, this.#workers - 1) : Number.POSITIVE_INFINITY;
		return this.#of(mill) < Math.min(most, this.#concurrency(mill));
	}

	#of(mill: string): number {
		return this.#counts.get(mill) ?? 0;
	}
}
