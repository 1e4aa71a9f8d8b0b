const CJK = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}ー]";
const LATIN = "[\\p{Script=Latin}0-9]";
const BORDER = new RegExp(`(?<=${CJK})(?=${LATIN})|(?<=${LATIN})(?=${CJK})`, "gu");
const BLANKS = "[ \\t\\u00a0\\u2000-\\u200a\\u202f\\u205f\\u3000]";
// A run matches only from its first blank, so the time is linear in the length of the text.
const SPACED = new RegExp(
	`(?<=${CJK})(?<!${BLANKS})${BLANKS}+(?=${LATIN})|(?<=${LATIN})(?<!${BLANKS})${BLANKS}+(?=${CJK})`,
	"gu",
);

/** Adds a space between Chinese or Japanese and Latin letters or digits. */
export const addCjkSpaces = (text: string) => text.replace(BORDER, " ");

/** Removes the spaces between Chinese or Japanese and Latin letters or digits. */
export const removeCjkSpaces = (text: string) => text.replace(SPACED, "");
