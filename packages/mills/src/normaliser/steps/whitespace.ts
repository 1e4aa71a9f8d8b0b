/** White_Space of Unicode. JavaScript's \s also has U+FEFF and lacks U+0085. */
const SPACE = " \\t\\n\\v\\f\\r\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const BREAK = /\r\n|[\n\v\f\r\x85\u2028\u2029]/y;
const NO_BREAKS = /[^\n\v\f\r\x85\u2028\u2029]+/g;
const HAS_BREAK = /[\n\v\f\r\x85\u2028\u2029]/;

/**
 * Runs that may be untidy: several characters, or one that is neither a space nor a line feed. A match takes a whole run
 * from its first character, so no pattern backtracks and the time is linear in the length of the text.
 */
const UNTIDY = new RegExp(`[${SPACE}]{2,}|[${SPACE.slice(1).replace("\\n", "")}]`, "g");
const UNTIDY_IN_LINE = new RegExp(`[${SPACE}]{2,}|[${SPACE.slice(1)}]`, "g");
const IS_SPACE = new RegExp(`[${SPACE}]`);

/** Removes white space at the ends of lines and of the text. The indentation of lines stays. */
export function trim(text: string): string {
	return ends(text.replace(UNTIDY, trimRun), true);
}

/** Reduces each run to one space, trims both ends of lines, and keeps at most one empty line in a row. */
export function collapse(text: string): string {
	return ends(text.replace(UNTIDY, collapseRun), false);
}

/** Puts everything on one line, with one space for each run. */
export function flatten(text: string): string {
	return ends(text.replace(UNTIDY_IN_LINE, " "), false);
}

function trimRun(run: string): string {
	const indent = afterLastBreak(run);
	return run.slice(0, indent).replace(NO_BREAKS, "") + run.slice(indent);
}

function collapseRun(run: string): string {
	const first = breakFrom(run, 0);
	if (first === undefined) return " ";
	return first.text + (breakFrom(run, first.end)?.text ?? "");
}

/** Returns the first line break at or after this place. */
function breakFrom(run: string, from: number): { readonly text: string; readonly end: number } | undefined {
	for (BREAK.lastIndex = from; BREAK.lastIndex < run.length; ) {
		const at = BREAK.lastIndex;
		const found = BREAK.exec(run);
		if (found) return { text: found[0], end: BREAK.lastIndex };
		BREAK.lastIndex = at + 1;
	}
	return undefined;
}

function afterLastBreak(text: string): number {
	if (!HAS_BREAK.test(text)) return 0;
	let at = text.length;
	while (at > 0 && !HAS_BREAK.test(text.charAt(at - 1))) at--;
	return at;
}

/** Removes white space from both ends. `keepIndent` keeps the indentation of the first line. */
function ends(text: string, keepIndent: boolean): string {
	let start = 0;
	while (start < text.length && IS_SPACE.test(text.charAt(start))) start++;
	if (start === text.length) return "";
	let end = text.length;
	while (IS_SPACE.test(text.charAt(end - 1))) end--;
	return text.slice(keepIndent ? afterLastBreak(text.slice(0, start)) : start, end);
}
