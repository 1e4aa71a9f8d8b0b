import { MiB, Problem } from "gristmill";

/** The most code units that are held back. A text without any place for a cut may have as many. */
export const MOST_HELD = 16 * MiB;
/** A cut is judged by this many code units on each side of it. */
export const AROUND = 128;

/** Where a text may be cut: the piece before ends at `end`, the next one begins at `start`. What is between belongs to neither. */
export interface Cut {
	readonly end: number;
	readonly start: number;
}

/** A piece, and the cut behind it; the last one has none. */
export interface Piece<C extends Cut> {
	readonly text: string;
	readonly cut?: C;
}

/**
 * Joins the chunks of a text to pieces that can be treated one by one, in constant memory. `lastCut` finds the last place in a window
 * where the text may be cut; `begun` is the piece up to a place. A text that comes as one chunk is one piece.
 */
export async function* piecesOf<C extends Cut>(
	chunks: AsyncIterable<string> | Iterable<string>,
	lastCut: (window: string, begun: (at: number) => string) => C | undefined | Promise<C | undefined>,
): AsyncGenerator<Piece<C>, void, void> {
	let held: string[] = [];
	let length = 0;
	let tail = "";
	let last = "";
	let isFirst = true;
	for await (const chunk of chunks) {
		if (!isFirst) {
			const window = tail + last;
			const before = length - tail.length;
			const whole = () => held.join("") + last;
			const cut = await lastCut(window, (at) => whole().slice(0, before + at));
			if (cut) {
				const text = whole();
				yield { text: text.slice(0, before + cut.end), cut };
				held = [text.slice(before + cut.start)];
			} else held.push(last);
			length = held.reduce((sum, one) => sum + one.length, 0);
			tail = cut ? (held[0] ?? "").slice(-AROUND) : window.slice(-AROUND);
			bound(length);
		}
		last = chunk;
		isFirst = false;
	}
	bound(length + last.length);
	yield { text: held.join("") + last };
}

function bound(length: number): void {
	if (length > MOST_HELD)
		throw new Problem(
			"content-too-large",
			`More than ${MOST_HELD / MiB} MiB of the text have no place where it can be cut safely. Put a line break between two words.`,
		);
}
