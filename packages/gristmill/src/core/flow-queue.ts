/** Values on their way to a reader who may be slower than they come. Whoever makes them pushes, and the reader pulls. */
export class FlowQueue<T> {
	/** Called with the size of a value when the reader asks for the next one. */
	onTaken: (size: number) => void = () => {};
	readonly #values: { readonly value: T; readonly size: number }[] = [];
	#held = 0;
	#outcome: { readonly error: unknown } | "end" | undefined;
	#wake = () => {};

	/** The size of the values that the reader has not taken. */
	get held(): number {
		return this.#held;
	}

	push(value: T, size: number): void {
		if (this.#outcome) return;
		this.#values.push({ value, size });
		this.#held += size;
		this.#wake();
	}

	end(): void {
		this.#outcome ??= "end";
		this.#wake();
	}

	/** The rest will not come. What has come is read first. */
	fail(error: unknown): void {
		this.#outcome ??= { error };
		this.#wake();
	}

	/** Once. */
	async *read(): AsyncGenerator<T, void, void> {
		for (;;) {
			const next = this.#values.shift();
			if (next) {
				yield next.value;
				this.#held -= next.size;
				this.onTaken(next.size);
			} else if (this.#outcome === "end") return;
			else if (this.#outcome) throw this.#outcome.error;
			else
				await new Promise<void>((wake) => {
					this.#wake = wake;
				});
		}
	}
}
