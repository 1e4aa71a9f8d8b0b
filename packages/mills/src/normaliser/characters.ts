/** Line ends other than LF (Unicode 5.8, newline function and separators). */
const LINE_ENDS = /\r\n?|[\v\f\x85\u2028\u2029]/g;
/** Control characters that are not white space. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is sought
const CONTROLS = /[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/g;
/**
 * Escape sequences of terminals (ECMA-48): control sequences, strings with their terminator, and short sequences. The
 * 8-bit controls start no sequence here, because in text they are mostly quotation marks of a wrong charset.
 */
const ESCAPES =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is sought
	/\x1b(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_](?:[^\x00-\x1f\x7f-\x9f]*(?:\x07|\x1b\\|\x9c))?|[ -/]*[0-~]?)/g;
/** An overstruck character: bold is a letter printed twice, underlined is a letter over a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is sought
const OVERSTRIKES = /_\x08(?=[^\x08])|([^\x08])\x08(?=\1)/gu;
const SINGLE_QUOTES =
	/[`\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u0374\u055a\u05f3\u2018-\u201b\u2032\u2035\u275b\u275c\ua78c]/g;
const DOUBLE_QUOTES = /[\u02ba\u02ee\u05f4\u201c-\u201f\u2033\u2036\u275d\u275e\u301d-\u301f]/g;
const DASHES = /[\u058a\u05be\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]/g;
/** Full-width and half-width forms, and the ideographic space. They match in runs, to include the mark of a half-width kana. */
const OTHER_WIDTH = /[\u3000\uff01-\uffee]+/g;

/**
 * Characters that are invisible and have no meaning, including reserved ones among them, which must be ignored too. A
 * flag's tags are matched with the flag, so that they are kept (UTS #51, ED-14a). A variation selector has no effect
 * after another one.
 */
const INVISIBLES =
	/(?<first>[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])(?:[\ufe00-\ufe0f\xad\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff0-\ufffb\u{e0000}-\u{e0fff}])+|\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}|[\xad\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff0-\ufffb\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;

export const unifyNewlines = (text: string) => text.replace(LINE_ENDS, "\n");
export const stripControls = (text: string) =>
	text.replace(ESCAPES, "").replace(OVERSTRIKES, "").replace(CONTROLS, "");
export const stripInvisibles = (text: string) =>
	text.replace(
		INVISIBLES,
		(found, first: string | undefined) => first ?? (found.startsWith("\u{1f3f4}") ? found : ""),
	);
export const straightenQuotes = (text: string) =>
	text.replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"');
export const hyphenateDashes = (text: string) => text.replace(DASHES, "-");
export const narrow = (text: string) => text.replace(OTHER_WIDTH, (run) => run.normalize("NFKC"));
