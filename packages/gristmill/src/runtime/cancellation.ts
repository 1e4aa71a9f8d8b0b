/** The part of an AbortSignal that the runtime uses: each listener is added once, and before the end. */
export interface Departure {
	readonly aborted: boolean;
	addEventListener(type: "abort", listener: () => void, options?: { readonly once: true }): void;
	removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * Tells that the caller of a call has left. An AbortController is slow to make and to listen to, so it is made only when something
 * asks for a signal, such as a mill.
 */
export class Cancellation implements Departure {
	#isAborted = false;
	#listeners: (() => void)[] | undefined;
	#controller: AbortController | undefined;

	/** Makes one that is cancelled by a signal. */
	static by(signal: AbortSignal): Cancellation {
		const made = new Cancellation();
		made.follow(signal);
		return made;
	}

	/** Cancels this when a signal is aborted. Returns a function that stops listening to the signal. */
	follow(signal: AbortSignal): () => void {
		if (signal.aborted) this.abort();
		const abort = () => this.abort();
		signal.addEventListener("abort", abort, { once: true });
		return () => signal.removeEventListener("abort", abort);
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
