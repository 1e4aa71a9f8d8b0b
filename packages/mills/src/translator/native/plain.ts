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

/** A drawn-out sound, as in "sooooo". The model would repeat it until it is stopped. */
const DRAWN_OUT = /(\p{Ll})\1{3,}/gu;

/**
 * Writes text as the training data has it: plain quotation marks, single spaces, no space at the ends, no letter more than three
 * times in a row.
 *
 * @example plain("«Síííííí»,  dijo…") // '"Sííí", dijo...'
 */
export function plain(text: string): string {
	const spaced = text
		.replace(VARIANT, (variant) => VARIANTS[variant] as string)
		.replace(DRAWN_OUT, "$1$1$1")
		.replace(BLANKS, " ");
	return spaced.slice(spaced.startsWith(" ") ? 1 : 0, spaced.endsWith(" ") ? -1 : undefined);
}
