/**
 * A map whose entries come and go all the time. V8 replaces the table of a Map after some deletions, and the old table points to
 * the new one. Once a table has become old, the garbage collector therefore keeps all later ones, with everything that has ever
 * been in them, until it searches the whole heap: under load, a fifth of the memory of calls that were long answered. A new
 * Map from time to time breaks that chain.
 */
export class BusyMap<K, V> {
	#map = new Map<K, V>();
	#deleted = 0;

	get size(): number {
		return this.#map.size;
	}

	get(key: K): V | undefined {
		return this.#map.get(key);
	}

	set(key: K, value: V): void {
		this.#map.set(key, value);
	}

	/** An iteration may still give what is deleted during it, and may miss what is set. */
	delete(key: K): boolean {
		const isDeleted = this.#map.delete(key);
		// In proportion to the size: so each deletion copies two entries at most.
		if (isDeleted && ++this.#deleted > 16 + this.#map.size / 2) {
			this.#deleted = 0;
			this.#map = new Map(this.#map);
		}
		return isDeleted;
	}

	keys(): IterableIterator<K> {
		return this.#map.keys();
	}
}
