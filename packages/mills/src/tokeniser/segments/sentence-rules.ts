import { type Classes, codePointAt } from "./classes.js";
import type { Columns } from "./columns.js";
import { S } from "./sentence-classes.js";

/** What follows the last full stop or terminal, if the sentence may end there. */
const [INSIDE, TERM, CLOSES, SPACES] = [0, 1, 2, 3];

/** Divides a text into sentences by the rules SB3 to SB998 of UAX #29. Returns false at an unknown character. */
export function sentences(text: string, classes: Classes, columns: Columns): boolean {
	const { codes } = classes;
	const length = text.length;
	let phase = INSIDE;
	/** Whether the term is a full stop, and whether a cased letter precedes it. */
	let stop = false;
	let cased = false;
	let last = 0;
	let begun = 0;
	let at = 0;
	while (at < length) {
		const unit = text.charCodeAt(at);
		const codePoint = codePointAt(text, at, unit);
		const code = codes[codePoint] || classes.ask(codePoint);
		let next = at + (codePoint > 0xffff ? 2 : 1);
		if (code === S.STRANGE) return false;
		if (code <= S.SEPARATOR) {
			// SB3, SB4
			if (code === S.CR && text.charCodeAt(next) === 0x0a) next++;
			columns.push(next, false);
			begun = next;
			phase = INSIDE;
			last = 0;
		} else if (code === S.EXTEND) {
			// SB5: the character is ignored.
		} else if (code === S.STOP || code === S.TERMINAL) {
			// SB8a
			stop = code === S.STOP;
			cased = phase === INSIDE && (last === S.UPPER || last === S.LOWER);
			phase = TERM;
			last = code;
		} else if (phase === INSIDE) {
			last = code;
		} else if (code === S.CLOSE && phase <= CLOSES) {
			phase = CLOSES; // SB9
		} else if (code === S.SPACE) {
			phase = SPACES; // SB9, SB10
		} else {
			const goesOn =
				code === S.CONTINUE || // SB8a
				(stop && phase === TERM && (code === S.NUMBER || (cased && code === S.UPPER))) || // SB6, SB7
				(stop && lowerFollows(text, at, classes)); // SB8
			if (goesOn === undefined) return false;
			if (!goesOn) columns.push(at, false); // SB11
			phase = INSIDE;
			last = code;
		}
		at = next;
	}
	if (begun < length) columns.push(length, false);
	return true;
}

/**
 * Returns whether a lower-case letter precedes any other letter, any term and any separator (SB8). The characters that
 * it reads contain no term, so no character is read twice, at any distance.
 */
function lowerFollows(text: string, from: number, classes: Classes): boolean | undefined {
	for (let at = from; at < text.length; ) {
		const codePoint = codePointAt(text, at, text.charCodeAt(at));
		switch (classes.codes[codePoint] || classes.ask(codePoint)) {
			case S.LOWER:
				return true;
			case S.LETTER:
			case S.UPPER:
			case S.CR:
			case S.LF:
			case S.SEPARATOR:
			case S.STOP:
			case S.TERMINAL:
				return false;
			case S.STRANGE:
				return undefined;
		}
		at += codePoint > 0xffff ? 2 : 1;
	}
	return false;
}
