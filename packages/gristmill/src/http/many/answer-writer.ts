import { Buffer } from "node:buffer";
import type { Content } from "../../codecs/encode.js";
import { asBuffer } from "../../core/as-buffer.js";

const LINE_BREAK = 10;
/** UTF-8 has at most so many bytes for each unit of a string. */
const WIDEST = 3;
/** The memory for answers that are written one behind the other: little for a few lines, then enough for what is sent at a time. */
const LEAST = 4 * 1024;
const MOST = 128 * 1024;

/** Writes the answers to lines one behind the other, so that those that are sent together need no copy. */
export class AnswerWriter {
	#memory: Buffer = Buffer.alloc(0);
	#at = 0;

	/** An answer as a line. */
	line(content: Content): Buffer {
		const memory = this.#room(sizeOf(content) + 1);
		const from = this.#at;
		let at = from;
		if (typeof content === "string") at += memory.write(content, at);
		else {
			memory.set(content, at);
			at += content.byteLength;
		}
		memory[at++] = LINE_BREAK;
		this.#at = at;
		return memory.subarray(from, at);
	}

	#room(bytes: number): Buffer {
		if (bytes > this.#memory.length - this.#at) {
			const size = Math.min(MOST, Math.max(LEAST, 2 * this.#memory.length));
			this.#memory = Buffer.allocUnsafeSlow(Math.max(bytes, size));
			this.#at = 0;
		}
		return this.#memory;
	}
}

/** The most bytes of an answer. To count those of a text takes as long as to write it, so that only long ones are counted. */
function sizeOf(content: Content): number {
	if (typeof content !== "string") return content.byteLength;
	const most = WIDEST * content.length;
	return most <= MOST ? most : Buffer.byteLength(content);
}

/** Lines as one piece: without a copy, if each was written behind the one before. */
export function together(lines: readonly Uint8Array[]): Uint8Array {
	const [first] = lines;
	let size = 0;
	let isOne = true;
	for (const { buffer, byteOffset, byteLength } of lines) {
		isOne &&= buffer === first?.buffer && byteOffset === first.byteOffset + size;
		size += byteLength;
	}
	if (!first || !isOne) return Buffer.concat(lines);
	return asBuffer(new Uint8Array(first.buffer, first.byteOffset, size));
}
