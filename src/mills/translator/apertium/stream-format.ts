/** A stretch of text: to be translated, or to be kept as it is. */
export interface Piece {
	readonly text: string;
	readonly translatable: boolean;
}

/** Longer words are no words; no dictionary has them, and no program should have to hold them. */
const LONGEST_WORD = 200;
/** A line longer than this is cut between words, so that no program holds more of it than this. */
const LONGEST_PIECE = 4_000;

/**
 * What never goes through the pipeline: control and format characters, line ends, what is not assigned, long white
 * space, and the tilde, with which generators mark words to each other.
 */
const OPAQUE = /[\p{C}\u2028\u2029~]+|\s{9,}/gu;
const TOO_LONG = new RegExp(String.raw`(?<!\S)\S{${LONGEST_WORD},}`, "g");

/** Cuts a text into what is to be translated and what is kept; joined, the pieces are the text again. */
export function pieces(text: string): Piece[] {
	const found: Piece[] = [];
	divide(found, text, OPAQUE, (stretch) =>
		divide(found, stretch, TOO_LONG, (words) => addWords(found, words)),
	);
	return found;
}

/** Keeps what matches, and hands on what lies between. */
function divide(found: Piece[], text: string, kept: RegExp, between: (text: string) => void): void {
	let end = 0;
	for (const match of text.matchAll(kept)) {
		between(text.slice(end, match.index));
		found.push({ text: match[0], translatable: false });
		end = match.index + match[0].length;
	}
	between(text.slice(end));
}

function addWords(found: Piece[], text: string): void {
	for (let from = 0; from < text.length; ) {
		const to = nextCut(text, from);
		const part = text.slice(from, to);
		const words = part.trim();
		const start = part.length - part.trimStart().length;
		const kept = (space: string) => space !== "" && found.push({ text: space, translatable: false });
		kept(part.slice(0, start));
		if (words !== "") found.push({ text: words, translatable: true });
		kept(part.slice(start + words.length));
		from = to;
	}
}

/** Where the next piece ends: behind a sentence if possible, else behind a word. */
function nextCut(text: string, from: number): number {
	const limit = from + LONGEST_PIECE;
	if (text.length <= limit) return text.length;
	const window = text.slice(from, limit);
	const sentence = /^.*[.!?;]\s/s.exec(window)?.[0].length;
	return from + (sentence ?? /^.*\s/s.exec(window)?.[0].length ?? window.length);
}

/** The sentence end that the taggers expect; an empty superblank behind it tells it from the text's own. */
const END = ".[]";

/** A piece as Apertium's stream format has it. */
export function encode(text: string): string {
	const escaped = text
		.replace(/[[\]{}^$/\\@<>]/g, "\\$&")
		// White space that is not one space is a superblank: programs pass it on as it is.
		.replace(/[^\S ]+|\s{2,}/g, "[$&]");
	return escaped + END;
}

/** The text of what came out of the pipeline. */
export function decode(stream: string): string {
	return stream
		.replace(/\.?\[\]$/, "")
		.replace(/\\(.)|[[\]]/gs, (_, escaped: string | undefined) => escaped ?? "");
}
