import { BusyMap } from "../../core/busy-map.js";

/** Something that waits for a worker. */
interface QueueItem {
	readonly mill: string;
}

/** A queue that is first in, first out for each mill. Mills take turns. */
export class FairQueue<Item extends QueueItem> {
	/** The mills with waiting items, in the order of their turns. */
	readonly #lines = new Map<string, BusyMap<Item, undefined>>();

	add(item: Item): void {
		this.#lineOf(item.mill).set(item, undefined);
	}

	/** Adds items of one mill before all others of it: they were tried already. */
	addFirst(items: readonly Item[]): void {
		const [first] = items;
		if (!first) return;
		const line = new BusyMap<Item, undefined>();
		for (const list of [items, this.line(first.mill)]) for (const one of list) line.set(one, undefined);
		// A mill that waits already keeps its turn.
		this.#lines.set(first.mill, line);
	}

	#lineOf(mill: string): BusyMap<Item, undefined> {
		let line = this.#lines.get(mill);
		if (!line) {
			line = new BusyMap();
			this.#lines.set(mill, line);
		}
		return line;
	}

	remove(item: Item): boolean {
		const line = this.#lines.get(item.mill);
		const removed = line?.delete(item) ?? false;
		if (line?.size === 0) this.#lines.delete(item.mill);
		return removed;
	}

	/** The number of mills with waiting items. */
	get size(): number {
		return this.#lines.size;
	}

	count(mill: string): number {
		return this.#lines.get(mill)?.size ?? 0;
	}

	/** The next item of a mill. It stays in the queue. */
	first(mill: string): Item | undefined {
		for (const item of this.line(mill)) return item;
		return undefined;
	}

	/** The waiting items of a mill, in order. */
	line(mill: string): Iterable<Item> {
		return this.#lines.get(mill)?.keys() ?? [];
	}

	/** The mills with waiting items, in the order of their turns. */
	mills(): Iterable<string> {
		return this.#lines.keys();
	}

	/** Takes the next item of the first mill that `may` run now. The next turn of that mill is after all others. */
	take(may: (mill: string, othersWait: boolean) => boolean): Item | undefined {
		const othersWait = this.#lines.size > 1;
		for (const [mill, line] of this.#lines) {
			if (!may(mill, othersWait)) continue;
			const item = this.first(mill);
			if (!item) continue;
			this.#lines.delete(mill);
			line.delete(item);
			if (line.size > 0) this.#lines.set(mill, line);
			return item;
		}
		return undefined;
	}
}
