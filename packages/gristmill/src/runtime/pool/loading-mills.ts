import type { Clock, Timer } from "../../core/clock.js";

/** A mill that takes longer to load hangs. */
const LOAD_MS = 120_000;

/** The mills that a worker is loading. There may be several: a mill that waits for something does not block the next one. */
export class LoadingMills {
	/** In the order in which they began. */
	readonly #timers = new Map<string, Timer>();
	readonly #clock: Clock;
	readonly #onHang: (() => void) | undefined;
	readonly #most: number;

	/** `onHang` is called when a mill hangs; leave it undefined under a debugger. */
	constructor(clock: Clock, onHang: (() => void) | undefined, most = LOAD_MS) {
		this.#most = most;
		this.#clock = clock;
		this.#onHang = onHang;
	}

	/** The mill to blame if the worker dies: the one that hangs, else the one that began last. */
	get suspect(): string | undefined {
		return [...this.#timers.keys()].at(-1);
	}

	has(mill: string): boolean {
		return this.#timers.has(mill);
	}

	get isEmpty(): boolean {
		return this.#timers.size === 0;
	}

	begin(mill: string): void {
		this.end(mill);
		const onHang = this.#onHang;
		const hangs = () => {
			for (const other of this.#timers.keys()) if (other !== mill) this.end(other);
			onHang?.();
		};
		const timer = onHang && this.#clock.setTimeout(hangs, this.#most);
		if (timer) this.#clock.unref(timer);
		this.#timers.set(mill, timer);
	}

	end(mill: string): void {
		this.#clock.clearTimeout(this.#timers.get(mill));
		this.#timers.delete(mill);
	}

	/** Stops the timers: the worker is gone. */
	stop(): void {
		for (const timer of this.#timers.values()) this.#clock.clearTimeout(timer);
	}
}
