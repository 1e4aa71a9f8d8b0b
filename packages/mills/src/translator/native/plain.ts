/** Typographic variants that the training data does not contain, and their plain forms. */
const VARIANTS: Readonly<Record<string, string>> = {
	"“": '"',
	"”": '"',
	"„": '"',
	"«": '"',
	"»": '"',
	"‘": "'",
	"’": "'",
	"‚": "'",
	"´": "'",
	"`": "'",
	"…": "...",
	"\u2010": "-",
	"\u2011": "-",
};
const VARIANT = new RegExp(`[${Object.keys(VARIANTS).join("")}]`, "g");

// White space as in Python's str.split, which the training used. JavaScript's \s also has U+FEFF and lacks U+001C to U+001F
// and U+0085.
// biome-ignore lint/suspicious/noControlCharactersInRegex: Python adds these four to White_Space
const BLANKS = /[\p{White_Space}\x1c-\x1f]+/gu;

/**
 * Writes text as the training data has it: plain quotation marks, single spaces, no space at the ends.
 *
 * @example plain("«Sí»,  dijo…") // '"Sí", dijo...'
 */
export function plain(text: string): string {
	const spaced = text.replace(VARIANT, (variant) => VARIANTS[variant] as string).replace(BLANKS, " ");
	return spaced.slice(spaced.startsWith(" ") ? 1 : 0, spaced.endsWith(" ") ? -1 : undefined);
}
