/** Counts the requests whose answers are not out yet. */
export class OpenRequests {
	#count = 0;
	#wake = () => {};

	enter(): void {
		this.#count++;
	}

	leave(): void {
		this.#count--;
		if (this.#count === 0) this.#wake();
	}

	/** Resolves when no request is open, or after `patience` milliseconds. */
	async settled(patience: number): Promise<void> {
		if (this.#count === 0) return;
		await new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, patience);
			this.#wake = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	}
}
