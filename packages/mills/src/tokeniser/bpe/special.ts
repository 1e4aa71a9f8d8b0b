/** All special tokens begin and end in the same way, and none is longer than LONGEST. */
const OPENING = "<|";
const CLOSING = "|>";
const LONGEST = 32;

/** A special token in a text: its place in UTF-16 and its id. */
interface Special {
	readonly start: number;
	readonly end: number;
	readonly id: number;
	readonly name: string;
}

/** Returns whether a place may be inside a special token. It needs the characters before the place. */
export function mayBeInsideSpecial(text: string, at: number): boolean {
	return text.slice(Math.max(0, at - LONGEST), at).includes(OPENING);
}

/** Yields the special tokens in a text, from left to right. */
export function* findSpecial(text: string, special: ReadonlyMap<string, number>): Generator<Special> {
	let start = text.indexOf(OPENING);
	while (start >= 0) {
		const close = text.slice(start, start + LONGEST).indexOf(CLOSING, OPENING.length);
		const name = close < 0 ? "" : text.slice(start, start + close + CLOSING.length);
		const id = special.get(name);
		const end = id === undefined ? start + 1 : start + name.length;
		if (id !== undefined) yield { start, end, id, name };
		start = text.indexOf(OPENING, end);
	}
}
