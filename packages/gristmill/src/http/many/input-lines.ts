import { Buffer } from "node:buffer";

const LINE_BREAK = 10;

/**
 * The lines of a body as they come, those of one piece together; undefined in place of a line that has more than `most` bytes, of which
 * nothing is kept.
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
		// A copy: a few bytes must not keep a large piece.
		else if (piece.length > 0) begun.push(Buffer.from(piece));
	};
	const line = () => {
		const [first] = begun;
		const whole = size > most ? undefined : begun.length === 1 && first ? first : Buffer.concat(begun);
		begun = [];
		size = 0;
		return whole;
	};
	for await (const bytes of pieces) {
		const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		const lines: (Buffer | undefined)[] = [];
		let at = 0;
		for (let end = piece.indexOf(LINE_BREAK); end >= 0; end = piece.indexOf(LINE_BREAK, at)) {
			add(piece.subarray(at, end));
			at = end + 1;
			lines.push(line());
		}
		add(piece.subarray(at));
		if (lines.length > 0) yield lines;
	}
	if (size > 0) yield [line()];
}
