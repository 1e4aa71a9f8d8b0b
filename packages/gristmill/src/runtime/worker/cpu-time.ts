/** What is told together. A message for each small call would cost more than the call. */
const TOLD_MICROS = 10_000;

/** Divides the CPU time of a worker among its mills. Between the work of mills it counts for none. */
export class CpuTime {
	readonly #used: () => number;
	readonly #tell: (mill: string, micros: number) => void;
	/** By mill, what is not told yet. */
	readonly #untold = new Map<string, number>();
	#mill: string | undefined;
	#since = 0;

	/** `used` gives the CPU time of the process so far, in microseconds. */
	constructor(tell: (mill: string, micros: number) => void, used: () => number = ownCpuTime) {
		this.#tell = tell;
		this.#used = used;
	}

	/** What follows is work of this mill. Asking for the time costs a microsecond, so it is asked for only if the mill is another one. */
	begin(mill: string): void {
		if (mill === this.#mill) return;
		this.sample();
		if (this.#mill === undefined) this.#since = this.#used();
		this.#mill = mill;
	}

	/** The work is done. */
	end(): void {
		this.sample();
		this.#mill = undefined;
	}

	/** Counts the time until now. */
	sample(): void {
		const mill = this.#mill;
		if (mill === undefined) return;
		const now = this.#used();
		const micros = (this.#untold.get(mill) ?? 0) + now - this.#since;
		this.#since = now;
		if (micros >= TOLD_MICROS) this.#tell(mill, micros);
		this.#untold.set(mill, micros >= TOLD_MICROS ? 0 : micros);
	}
}

function ownCpuTime(): number {
	const { user, system } = process.cpuUsage();
	return user + system;
}
