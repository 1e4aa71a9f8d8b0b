import { Buffer } from "node:buffer";

const LINE_BREAK = 10;

/** The lines of a body as they come; undefined in place of a line that has more than `most` bytes, of which nothing is kept. */
export async function* inputLines(
	pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
	most: number,
): AsyncGenerator<Buffer | undefined, void, void> {
	let begun: Buffer[] = [];
	let size = 0;
	const add = (piece: Buffer) => {
		size += piece.length;
		if (size > most) begun = [];
		// A copy: a few bytes must not keep a large piece.
		else if (piece.length > 0) begun.push(Buffer.from(piece));
	};
	const line = () => {
		const whole = size > most ? undefined : Buffer.concat(begun);
		begun = [];
		size = 0;
		return whole;
	};
	for await (const bytes of pieces) {
		const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		let at = 0;
		for (;;) {
			const end = piece.indexOf(LINE_BREAK, at);
			if (end < 0) break;
			add(piece.subarray(at, end));
			at = end + 1;
			yield line();
		}
		add(piece.subarray(at));
	}
	if (size > 0) yield line();
}
