import { Buffer } from "node:buffer";
import { asBuffer } from "../../core/as-buffer.js";

const LINE_BREAK = 10;

/**
 * The lines of a body as they come, those of one piece together; undefined in place of a line that has more than `most` bytes, of which
 * nothing is kept. A line that is whole within a piece is a part of its memory.
 */
export async function* inputLines(
	pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
	most: number,
): AsyncGenerator<readonly (Buffer | undefined)[], void, void> {
	let begun: Buffer[] = [];
	let size = 0;
	const add = (piece: Buffer) => {
		size += piece.length;
		if (size > most) begun = [];
		// A copy: a few bytes must not keep a large piece until the rest of their line comes.
		else if (piece.length > 0) begun.push(Buffer.from(piece));
	};
	/** The line that ends with this piece. */
	const lineWith = (end: Buffer): Buffer | undefined => {
		const isTooLong = size + end.length > most;
		const whole = size === 0 ? end : Buffer.concat([...begun, end]);
		begun = [];
		size = 0;
		return isTooLong ? undefined : whole;
	};
	for await (const bytes of pieces) {
		const piece = asBuffer(bytes);
		const lines: (Buffer | undefined)[] = [];
		let at = 0;
		for (let end = piece.indexOf(LINE_BREAK); end >= 0; end = piece.indexOf(LINE_BREAK, at)) {
			lines.push(lineWith(piece.subarray(at, end)));
			at = end + 1;
		}
		add(piece.subarray(at));
		if (lines.length > 0) yield lines;
	}
	if (size > 0) yield [lineWith(Buffer.alloc(0))];
}
