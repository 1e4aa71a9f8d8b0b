/** A piece of text that is either translated or kept as it is. */
export interface Piece {
	readonly text: string;
	readonly translatable: boolean;
}

/** Longer words are kept: no dictionary contains them, and no program should have to store them. */
const LONGEST_WORD = 200;
/** Longer lines are split between words, so that no program has to store more than this. */
const LONGEST_PIECE = 4_000;

/**
 * Text that never goes through the pipeline: control and format characters, line ends, unassigned characters, long white
 * space, and the tilde, which the generators use as a mark between programs.
 */
const OPAQUE = /[\p{C}\u2028\u2029~]+|\s{9,}/gu;
const TOO_LONG = new RegExp(String.raw`(?<!\S)\S{${LONGEST_WORD},}`, "g");

/** Splits a text into pieces to translate and pieces to keep. Joined, the pieces give the text again. */
export function pieces(text: string): Piece[] {
	const found: Piece[] = [];
	divide(found, text, OPAQUE, (stretch) =>
		divide(found, stretch, TOO_LONG, (words) => addWords(found, words)),
	);
	return found;
}

/** Keeps what matches, and passes the text between matches to `between`. */
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

/** Where the next piece ends: after a sentence if possible, else after a word. */
function nextCut(text: string, from: number): number {
	const limit = from + LONGEST_PIECE;
	if (text.length <= limit) return text.length;
	const window = text.slice(from, limit);
	const sentence = /^.*[.!?;]\s/s.exec(window)?.[0].length;
	return from + (sentence ?? /^.*\s/s.exec(window)?.[0].length ?? window.length);
}

/** The sentence end that the taggers expect. The empty superblank distinguishes it from a full stop of the text. */
const END = ".[]";

/** Encodes a piece in Apertium's stream format. */
export function encode(text: string): string {
	const escaped = text
		.replace(/[[\]{}^$/\\@<>]/g, "\\$&")
		// White space other than a single space becomes a superblank, which programs pass through unchanged.
		.replace(/[^\S ]+|\s{2,}/g, "[$&]");
	return escaped + END;
}

/** Decodes the output of the pipeline to text. */
export function decode(stream: string): string {
	return stream
		.replace(/\.?\[\]$/, "")
		.replace(/\\(.)|[[\]]/gs, (_, escaped: string | undefined) => escaped ?? "");
}
