/** A heap of numbers. The smallest is removed first. */
export class MinHeap {
	size = 0;
	#items: Float64Array;

	constructor(expected: number) {
		this.#items = new Float64Array(expected);
	}

	/** Adds a number out of order. Call `order` before the next `pop`. */
	append(item: number): void {
		if (this.size === this.#items.length) this.#grow();
		this.#items[this.size++] = item;
	}

	/** Orders all numbers, in linear time. */
	order(): void {
		for (let i = (this.size >> 1) - 1; i >= 0; i--) this.#sink(i, this.#items[i] as number);
	}

	push(item: number): void {
		if (this.size === this.#items.length) this.#grow();
		const items = this.#items;
		let at = this.size++;
		while (at > 0) {
			const parent = (at - 1) >> 1;
			if ((items[parent] as number) <= item) break;
			items[at] = items[parent] as number;
			at = parent;
		}
		items[at] = item;
	}

	/** Removes and returns the smallest number. The heap must not be empty. */
	pop(): number {
		const smallest = this.#items[0] as number;
		const last = this.#items[--this.size] as number;
		if (this.size > 0) this.#sink(0, last);
		return smallest;
	}

	#sink(from: number, item: number): void {
		const items = this.#items;
		let at = from;
		for (;;) {
			let child = 2 * at + 1;
			if (child >= this.size) break;
			if (child + 1 < this.size && (items[child + 1] as number) < (items[child] as number)) child++;
			if ((items[child] as number) >= item) break;
			items[at] = items[child] as number;
			at = child;
		}
		items[at] = item;
	}

	#grow(): void {
		const larger = new Float64Array(Math.ceil(this.size * 1.5) + 16);
		larger.set(this.#items);
		this.#items = larger;
	}
}
