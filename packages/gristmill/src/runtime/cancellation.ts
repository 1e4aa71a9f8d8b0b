/** The part of an AbortSignal that the runtime uses: each listener is added once, and before the end. */
export interface Departure {
	readonly aborted: boolean;
	addEventListener(type: "abort", listener: () => void, options?: { readonly once: true }): void;
	removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * Tells when nobody awaits a call any more. An AbortController does the same, but takes 4 µs to make and 4 µs for a listener. So
 * there is one only if something asks for a signal, such as a mill.
 */
export class Cancellation implements Departure {
	#isAborted = false;
	#listeners: (() => void)[] | undefined;
	#controller: AbortController | undefined;

	/** Cancelled with a signal. */
	static by(signal: AbortSignal): Cancellation {
		const made = new Cancellation();
		if (signal.aborted) made.abort();
		else signal.addEventListener("abort", () => made.abort(), { once: true });
		return made;
	}

	get aborted(): boolean {
		return this.#isAborted;
	}

	/** Each listener is called once, in the order in which they were added. */
	addEventListener(_type: "abort", listener: () => void): void {
		this.#listeners ??= [];
		this.#listeners.push(listener);
	}

	removeEventListener(_type: "abort", listener: () => void): void {
		this.#listeners = this.#listeners?.filter((one) => one !== listener);
	}

	abort(): void {
		if (this.#isAborted) return;
		this.#isAborted = true;
		this.#controller?.abort();
		const listeners = this.#listeners ?? [];
		this.#listeners = undefined;
		for (const listener of listeners) listener();
	}

	/** The same as an AbortSignal. */
	signal(): AbortSignal {
		this.#controller ??= new AbortController();
		if (this.#isAborted) this.#controller.abort();
		return this.#controller.signal;
	}
}
