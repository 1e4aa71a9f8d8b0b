import { Buffer } from "node:buffer";
import { asBuffer } from "../../core/as-buffer.js";

/** A line without its line end. Undefined if it is longer than allowed. */
export type Line = Buffer | undefined;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The lines of a stream of bytes. A line ends with LF, CRLF or the end of the stream. Empty lines count. A byte order mark
 * at the beginning is removed.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, longest = Infinity): AsyncGenerator<Line> {
	let parts: Buffer[] = [];
	let size = 0;
	let first = true;
	const keep = (part: Buffer) => {
		size += part.length;
		// Too long lines are skipped and not kept in memory.
		if (size > longest) parts = [];
		else parts.push(part);
	};
	const take = (): Line => {
		const whole = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
		const line = size > longest ? undefined : first ? withoutMark(whole) : whole;
		parts = [];
		size = 0;
		first = false;
		return line;
	};
	for await (const bytes of chunks) {
		const chunk = asBuffer(bytes);
		let from = 0;
		for (;;) {
			const end = chunk.indexOf(LINE_FEED, from);
			if (end < 0) break;
			keep(chunk.subarray(from, end));
			const line = take();
			yield line?.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
			from = end + 1;
		}
		if (from < chunk.length) keep(chunk.subarray(from));
	}
	if (size > 0) yield take();
}

function withoutMark(line: Buffer): Buffer {
	return line.subarray(0, 3).equals(BYTE_ORDER_MARK) ? line.subarray(3) : line;
}

/** Counts the lines of a stream. */
export async function countLines(chunks: AsyncIterable<Uint8Array>): Promise<number> {
	let count = 0;
	let last = LINE_FEED;
	for await (const chunk of chunks) {
		for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) count++;
		last = chunk.at(-1) ?? last;
	}
	return last === LINE_FEED ? count : count + 1;
}
