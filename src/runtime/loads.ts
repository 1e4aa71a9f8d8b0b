/** A mill that takes longer to load hangs. */
const LOAD_MS = 120_000;

/** The mills that a worker is loading: one that waits for something does not hold up the next, so there may be several. */
export class Loads {
	/** In the order in which they began. */
	readonly #timers = new Map<string, NodeJS.Timeout | undefined>();
	readonly #stuck: (() => void) | undefined;

	/** `stuck` is told when one hangs; under a debugger none does. */
	constructor(stuck: (() => void) | undefined) {
		this.#stuck = stuck;
	}

	/** The one to blame if the worker dies: the one that hangs, else the one that began last. */
	get suspect(): string | undefined {
		return [...this.#timers.keys()].at(-1);
	}

	begin(mill: string): void {
		this.end(mill);
		const stuck = this.#stuck;
		const hangs = () => {
			for (const other of this.#timers.keys()) if (other !== mill) this.end(other);
			stuck?.();
		};
		this.#timers.set(mill, stuck && setTimeout(hangs, LOAD_MS).unref());
	}

	end(mill: string): void {
		clearTimeout(this.#timers.get(mill));
		this.#timers.delete(mill);
	}

	/** The worker is gone: nothing is loaded any more. */
	stop(): void {
		for (const timer of this.#timers.values()) clearTimeout(timer);
	}
}
