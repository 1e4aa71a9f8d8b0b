/** So many places of values that were read are kept at most. */
const MOST_READ = 4096;

/** Values on their way to a reader who may be slower than they come. Whoever makes them pushes, and the reader pulls. */
export class FlowQueue<T> {
	/** Called with the size of a value when the reader asks for the next one. */
	onTaken: (size: number) => void = () => {};
	#values: ({ readonly value: T; readonly size: number } | undefined)[] = [];
	/** The place of the next value. To shift a long list would take time in proportion to its length. */
	#at = 0;
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

	#next() {
		const next = this.#values[this.#at];
		if (!next) return undefined;
		this.#values[this.#at++] = undefined;
		if (this.#at === this.#values.length || this.#at > MOST_READ) {
			this.#values = this.#values.slice(this.#at);
			this.#at = 0;
		}
		return next;
	}

	/** Once. */
	async *read(): AsyncGenerator<T, void, void> {
		for (;;) {
			const next = this.#next();
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
