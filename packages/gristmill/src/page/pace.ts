/** The shortest and the longest wait after a key, and the longest time of typing without a call, in milliseconds. */
const [SHORTEST, LONGEST, MOST] = [40, 250, 600];

/** Decides when a text that changes is sent: at once after a pause, then as often as the server answers. */
export class Pace {
	#trip = SHORTEST;
	#changed = Number.NEGATIVE_INFINITY;
	#began = Number.NEGATIVE_INFINITY;

	/** The milliseconds from now, when the text changed, until the call. */
	wait(now: number): number {
		const rest = Math.min(LONGEST, Math.max(SHORTEST, this.#trip));
		const isFirst = now - this.#changed > rest && now - this.#began > rest;
		this.#changed = now;
		if (isFirst) return 0;
		// A slow mill would never answer if each key ended its call.
		const latest = this.#began + Math.max(MOST, this.#trip) - now;
		return Math.max(0, Math.min(rest, latest));
	}

	began(now: number): void {
		this.#began = now;
	}

	took(milliseconds: number): void {
		this.#trip = milliseconds;
	}
}
