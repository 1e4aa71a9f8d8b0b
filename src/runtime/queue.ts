/** Something that waits for a worker. */
export interface Waiting {
	readonly mill: string;
}

/**
 * First in first out for each mill, fair turns between mills. While another mill waits, no mill holds all
 * workers: a flood of slow calls leaves a way for the quick ones.
 */
export class FairQueue<Job extends Waiting> {
	/** The mills that have somebody waiting, in the order of their turns. */
	readonly #lines = new Map<string, Set<Job>>();

	add(job: Job): void {
		const line = this.#lines.get(job.mill);
		if (line) line.add(job);
		else this.#lines.set(job.mill, new Set([job]));
	}

	/** A job that was tried already goes before all others of its mill. */
	addFirst(job: Job): void {
		const line = this.#lines.get(job.mill) ?? [];
		this.#lines.set(job.mill, new Set([job, ...line]));
	}

	remove(job: Job): boolean {
		const line = this.#lines.get(job.mill);
		const removed = line?.delete(job) ?? false;
		if (line?.size === 0) this.#lines.delete(job.mill);
		return removed;
	}

	count(mill: string): number {
		return this.#lines.get(mill)?.size ?? 0;
	}

	/** The next one of a mill, left where it is. */
	first(mill: string): Job | undefined {
		const [job] = this.#lines.get(mill) ?? [];
		return job;
	}

	/** The mills that wait, those whose turn is next first. */
	mills(): string[] {
		return [...this.#lines.keys()];
	}

	/** Takes the next job of a mill that `may` run now; that mill's next turn comes after all others. */
	take(may: (mill: string, othersWait: boolean) => boolean): Job | undefined {
		const othersWait = this.#lines.size > 1;
		for (const [mill, line] of this.#lines) {
			if (!may(mill, othersWait)) continue;
			const [job] = line;
			if (!job) continue;
			this.#lines.delete(mill);
			line.delete(job);
			if (line.size > 0) this.#lines.set(mill, line);
			return job;
		}
		return undefined;
	}
}
