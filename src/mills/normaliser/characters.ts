/** What ends a line beside LF (Unicode 5.8, newline function and separators). */
const LINE_ENDS = /\r\n?|[\v\f\x85\u2028\u2029]/g;
/** Control characters that are no white space. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is sought
const CONTROLS = /[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/g;
/** Marks, embeddings, overrides and isolates of direction. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const SINGLE_QUOTES = /[\u2018-\u201b]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** Full-width and half-width forms, and the ideographic space; in runs, because a half-width kana takes its mark along. */
const OTHER_WIDTH = /[\u3000\uff01-\uffee]+/g;

/**
 * Characters that show nothing and carry nothing; reserved ones in their midst too, which are to be ignored alike. A
 * flag's tags are matched with the flag, so that they are kept (UTS #51, ED-14a).
 */
const INVISIBLES =
	/\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}|[\xad\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff0-\ufffb\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;

export const unifyNewlines = (text: string) => text.replace(LINE_ENDS, "\n");
export const stripControls = (text: string) => text.replace(CONTROLS, "");
export const stripBidi = (text: string) => text.replace(BIDI, "");
export const stripInvisibles = (text: string) =>
	text.replace(INVISIBLES, (found) => (found.startsWith("\u{1f3f4}") ? found : ""));
export const straightenQuotes = (text: string) =>
	text.replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"');
export const hyphenateDashes = (text: string) => text.replace(DASHES, "-");
export const narrow = (text: string) => text.replace(OTHER_WIDTH, (run) => run.normalize("NFKC"));
