import type { Range } from "../pair.js";

/** A line of text without its indentation, quote marks and bullet. */
export type Line = Range & { readonly prefix: string; readonly plain: boolean; readonly length: number };

const SHORTEST_WRAPPED = 40;
/** For text in capitals: signs and headlines are shorter than this, disclaimers are not. */
const SHORTEST_SHOUTED = 56;

const DANGLING =
	/\s(?:the|an?|of|and|or|in|on|at|to|for|with|by|from|as|is|was|were|that|el|las?|los|una?|del?|y|o|en|al?|con|por|para|que|se|su|es|fue)$/;

/** A line that ends inside a word. */
export const BROKEN_WORD = /\p{Ll}[-\u00ad\u2010]$/u;

/** For each line, whether it continues in the next one. */
export function wrappedLines(text: string, lines: readonly Line[]): boolean[] {
	const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
	const turns = lines.slice(0, -1).map((line, index) => turnOf(text, line, lines[index + 1] as Line, width));
	// In running text few lines start with a capital. Headlines, verses and list items all do, and none of them ends with an
	// article or a similar word. If all letters are capitals, only the last line may be short.
	const open = turns.filter(({ full, ended }) => full && !ended);
	const capitals =
		open.filter(({ capital }) => capital).length * 2 > open.length && !open.some(({ dangling }) => dangling);
	const [first, last] = [lines[0] as Line, lines.at(-1) as Line];
	const shouted =
		capitals &&
		width >= SHORTEST_SHOUTED &&
		!/\p{Ll}/u.test(text.slice(first.start, last.end)) &&
		turns.every(({ full }) => full);
	const running = lines.length > 2 && (!capitals || shouted);
	return turns.map(({ full, capital, broken, comma }) => {
		if (broken) return true;
		return width >= SHORTEST_WRAPPED && full && (running || !capital || comma);
	});
}

/** What distinguishes a wrapped line from one that ends on purpose. */
function turnOf(text: string, line: Line, next: Line, width: number) {
	const word = /^\S{1,60}/.exec(text.slice(next.start, Math.min(next.end, next.start + 60)))?.[0] ?? "";
	const tail = text.slice(Math.max(line.start, line.end - 8), line.end);
	// In Markdown, two spaces or a backslash at the end are a hard break. Pictures and links are often on separate lines.
	const onPurpose =
		/^(?: {2,}|.*\t)/.test(text.slice(line.end, line.end + 3)) ||
		tail.endsWith("\\") ||
		(tail.endsWith(")") && /^!?\[/.test(word));
	return {
		full: line.length + 1 + word.length > width && !onPurpose,
		ended: /[.!?…:]["'”’»)]?$/u.test(tail),
		comma: tail.endsWith(","),
		dangling: DANGLING.test(tail),
		capital: /^\p{Lu}/u.test(word),
		broken: BROKEN_WORD.test(tail) && /^\p{Ll}/u.test(word),
	};
}
