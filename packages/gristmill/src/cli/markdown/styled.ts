import { printable } from "../command-line/terminal.js";

/** A piece of text in one style. Lines are broken before styles are applied, so that no style crosses a line. */
export interface Styled {
	readonly text: string;
	paint(text: string): string;
}

export const UNSTYLED = (text: string): string => text;

/** Scripts of the Far East and emoji, which take two columns of a terminal. */
const WIDE =
	/[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** The columns that a text takes on a terminal. */
export function columnsOf(text: string): number {
	let columns = 0;
	for (const character of text) columns += NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
	return columns;
}

/** The columns of a line. */
export function widthOf(line: readonly Styled[]): number {
	return line.reduce((sum, { text }) => sum + columnsOf(text), 0);
}

/** A line with its styles applied. Markdown can write control characters as &#27;, so they are replaced here. */
export function painted(line: readonly Styled[]): string {
	const joined: { text: string; readonly paint: Styled["paint"] }[] = [];
	for (const { text, paint } of line) {
		const last = joined.at(-1);
		if (last?.paint === paint) last.text += text;
		else joined.push({ text, paint });
	}
	return joined.map(({ text, paint }) => paint(printable(text))).join("");
}

/** Breaks text into lines of at most this width, at spaces. A longer word has a line of its own. */
export function wrapped(pieces: readonly Styled[], width: number): Styled[][] {
	const lines: Styled[][] = [];
	let line: Styled[] = [];
	let used = 0;
	const end = () => {
		lines.push(line);
		[line, used] = [[], 0];
	};
	for (const { space, word } of wordsOf(pieces)) {
		const size = widthOf(word);
		if (space === "\n" || (used > 0 && used + 1 + size > width)) end();
		else if (space !== undefined && used > 0) {
			line.push(space);
			used++;
		}
		line.push(...word);
		used += size;
	}
	end();
	return lines;
}

interface Word {
	/** What is before the word: a space in its style, a line break, or nothing. */
	readonly space: Styled | "\n" | undefined;
	readonly word: Styled[];
}

/** Words may consist of several pieces, such as code and a comma after it. */
function wordsOf(pieces: readonly Styled[]): Word[] {
	const words: Word[] = [];
	let current: Word = { space: undefined, word: [] };
	for (const { text, paint } of pieces)
		for (const part of text.split(/([^\S\n]*\n\s*|[^\S\n]+)/)) {
			if (part === "") continue;
			if (/\S/.test(part)) current.word.push({ text: part, paint });
			else {
				words.push(current);
				current = { space: part.includes("\n") ? "\n" : { text: " ", paint }, word: [] };
			}
		}
	return [...words, current];
}
