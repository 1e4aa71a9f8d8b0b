import { getHeapStatistics } from "node:v8";
import { describeBytes } from "../../core/describe-bytes.js";
import type { AnswerStore, Kept } from "./answer-store.js";

/** A kept answer between those that were used before and after it. One object: there may be a million. */
interface Entry extends Kept {
	readonly key: string;
	readonly size: number;
	older: Entry | undefined;
	newer: Entry | undefined;
}

/** What an entry takes besides its key and its body: its objects, and its place in the map. */
const ENTRY = 512;
/** No answer takes more than this share of the room, so that one does not drive out all others. */
const SHARE = 1 / 16;
/** What of such a share is left for the key. */
const KEY = 2_048;

/**
 * Keeps answers in the memory of this process. What was used least recently goes first. The bytes of keys, bodies and entries never
 * exceed the room. A character counts as two bytes, which is the most that it takes.
 */
export class MemoryStore implements AnswerStore {
	readonly isShared = false;
	readonly errors = 0;
	stored = 0;
	readonly #room: number;
	readonly #entries = new Map<string, Entry>();
	#bytes = 0;
	#oldest: Entry | undefined;
	#newest: Entry | undefined;

	/** Throws a RangeError if the heap is too small: keys, entries and short answers are in it. */
	constructor(room: number, heap: number = getHeapStatistics().heap_size_limit) {
		if (room > heap / 2)
			throw new RangeError(
				`keep asks for ${describeBytes(room)} in one process, and half of its heap is ${describeBytes(heap / 2)}. Keep less, raise --max-old-space-size in NODE_OPTIONS, or use a Redis server.`,
			);
		this.#room = room;
	}

	get bytes(): number {
		return this.#bytes;
	}

	open(): void {}

	get(key: string): Kept | undefined {
		const entry = this.#entries.get(key);
		if (!entry) return undefined;
		if (entry !== this.#newest) {
			this.#unlink(entry);
			this.#link(entry);
		}
		return entry;
	}

	takes(length: number): boolean {
		return length <= this.#room * SHARE - ENTRY - KEY;
	}

	put(key: string, { body, isZipped, length, since }: Kept): void {
		const size = ENTRY + 2 * key.length + (typeof body === "string" ? 2 * body.length : body.byteLength);
		const before = this.#entries.get(key);
		if (before) this.#drop(before);
		while (this.#oldest && this.#bytes + size > this.#room) this.#drop(this.#oldest);
		if (size > this.#room) return;
		const entry: Entry = { key, body, isZipped, length, since, size, older: undefined, newer: undefined };
		this.#entries.set(key, entry);
		this.#link(entry);
		this.#bytes += size;
		this.stored += length;
	}

	close(): void {
		this.#entries.clear();
		this.#oldest = this.#newest = undefined;
		this.#bytes = 0;
	}

	#drop(entry: Entry): void {
		this.#entries.delete(entry.key);
		this.#unlink(entry);
		this.#bytes -= entry.size;
	}

	#unlink(entry: Entry): void {
		const { older, newer } = entry;
		if (older) older.newer = newer;
		else this.#oldest = newer;
		if (newer) newer.older = older;
		else this.#newest = older;
	}

	#link(entry: Entry): void {
		entry.older = this.#newest;
		entry.newer = undefined;
		if (this.#newest) this.#newest.newer = entry;
		else this.#oldest = entry;
		this.#newest = entry;
	}
}
