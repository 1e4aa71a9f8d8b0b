/** The most bytes of an answer that node:http and the system are given before the caller has read them. */
export const AHEAD = 512 * 1024;
/** What is kept in one piece of memory. Small enough to go with one write. */
const BLOCK = 256 * 1024;

type Memory = ArrayBuffer & { resize(length: number): void };
/** The types of ES2023 do not have it. Every version of Node that we support has. */
const Resizable = ArrayBuffer as unknown as new (length: number, most: { maxByteLength: number }) => Memory;

interface Block {
	readonly bytes: Uint8Array;
	readonly memory: Memory | undefined;
	length: number;
}

/**
 * Bytes that wait until their caller reads. They are copied into memory of their own, which the system gets back at once when they are
 * freed. The pieces that come from a pipe lie between others in the heap of the C library, which keeps them: a server whose callers had
 * left a gigabyte unread would keep a gigabyte.
 */
export class Backlog {
	readonly #blocks: Block[] = [];
	#length = 0;

	/** The number of bytes that wait. */
	get length(): number {
		return this.#length;
	}

	/** Keeps a copy. */
	add(piece: Uint8Array): void {
		this.#length += piece.byteLength;
		for (let at = 0; at < piece.byteLength; ) {
			let last = this.#blocks.at(-1);
			if (!last?.memory || last.length === BLOCK) {
				// Memory that can be resized is mapped for itself alone.
				const memory = new Resizable(BLOCK, { maxByteLength: BLOCK });
				last = { bytes: new Uint8Array(memory, 0, BLOCK), memory, length: 0 };
				this.#blocks.push(last);
			}
			const part = piece.subarray(at, at + BLOCK - last.length);
			last.bytes.set(part, last.length);
			last.length += part.byteLength;
			at += part.byteLength;
		}
	}

	/** Keeps the piece itself, because others use it, too. */
	share(piece: Uint8Array): void {
		this.#length += piece.byteLength;
		this.#blocks.push({ bytes: piece, memory: undefined, length: piece.byteLength });
	}

	/** Takes the next bytes out. `free` gives their memory back; call it when nothing reads them any more. */
	take(): { readonly bytes: Uint8Array; readonly free: () => void } | undefined {
		const block = this.#blocks.shift();
		if (!block) return undefined;
		this.#length -= block.length;
		return { bytes: block.bytes.subarray(0, block.length), free: () => block.memory?.resize(0) };
	}

	/** Drops everything. */
	clear(): void {
		for (let next = this.take(); next; next = this.take()) next.free();
	}
}
