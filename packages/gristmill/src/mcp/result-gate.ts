interface Waiting {
	readonly id: number;
	readonly bytes: number;
	readonly enter: () => void;
}

/**
 * Limits the bytes of the results that the thread works on. Many large results at once would fill its heap, and it would
 * parse those of callers that are gone.
 */
export class ResultGate {
	readonly #most: number;
	readonly #inside = new Map<number, number>();
	#waiting: Waiting[] = [];
	#bytes = 0;

	constructor(most: number) {
		this.#most = most;
	}

	/** Calls `enter` when there is room for the result of this message. A single result may have any size. */
	admit(id: number, bytes: number, enter: () => void): void {
		this.#waiting.push({ id, bytes, enter });
		this.#proceed();
	}

	/** The message is answered, or its caller is gone. */
	leave(id: number): void {
		this.#bytes -= this.#inside.get(id) ?? 0;
		if (!this.#inside.delete(id)) this.#waiting = this.#waiting.filter((one) => one.id !== id);
		this.#proceed();
	}

	#proceed(): void {
		for (let next = this.#waiting[0]; next && this.#hasRoom(next.bytes); next = this.#waiting[0]) {
			this.#waiting.shift();
			this.#inside.set(next.id, next.bytes);
			this.#bytes += next.bytes;
			next.enter();
		}
	}

	#hasRoom(bytes: number): boolean {
		return this.#bytes === 0 || this.#bytes + bytes <= this.#most;
	}
}
