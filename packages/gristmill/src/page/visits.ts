/** A place in the browser's history that the page can bring back, with the input, which no address has. */
interface Visit {
	readonly label: string;
	readonly hash: string;
	back: (() => void) | undefined;
}

/** What the visitor looked at. The inputs are kept in memory only. */
export class Visits {
	#all: Visit[] = [];
	#at = -1;
	readonly #keep: () => () => void;

	/** `keep` remembers what is shown: what it returns brings it back. */
	constructor(keep: () => () => void) {
		this.#keep = keep;
	}

	get labels(): readonly { readonly label: string; readonly step: number }[] {
		return this.#all.map(({ label }, i) => ({ label, step: i - this.#at }));
	}

	/** Goes on to another place. What follows the present one is forgotten, as browsers do. */
	push(label: string, hash: string): void {
		this.#leave();
		this.#all = [...this.#all.slice(0, this.#at + 1), { label, hash, back: undefined }];
		this.#at = this.#all.length - 1;
		history[this.#at === 0 ? "replaceState" : "pushState"](this.#state(), "", hash);
	}

	/** The present place has another address. */
	replace(hash: string): void {
		history.replaceState(this.#state(), "", hash);
	}

	/** The browser went back or forth. Returns whether the place was brought back. */
	returned(state: unknown): boolean {
		const { page, at = -1 } = (state ?? {}) as { page?: number; at?: number };
		const visit = page === performance.timeOrigin ? this.#all[at] : undefined;
		if (!visit) return false;
		this.#leave();
		this.#at = at;
		visit.back?.();
		return visit.back !== undefined;
	}

	/** A page that was loaded anew knows nothing of the places before it. */
	#state(): object {
		return { page: performance.timeOrigin, at: this.#at };
	}

	#leave(): void {
		const present = this.#all[this.#at];
		if (present) present.back = this.#keep();
	}
}
