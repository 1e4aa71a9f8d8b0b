/** Typographic variants that the model has never seen, and what it has seen instead. */
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

// What Python's str.split takes for white space, since the model was trained behind it. JavaScript's \s has U+FEFF
// besides, and lacks the separators U+001C to U+001F and U+0085.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these four are what Python adds to White_Space
const BLANKS = /[\p{White_Space}\x1c-\x1f]+/gu;

/**
 * Text as the corpus was written: plain quotation marks, single spaces, none at the ends.
 *
 * @example plain("«Sí»,  dijo…") // '"Sí", dijo...'
 */
export function plain(text: string): string {
	const spaced = text.replace(VARIANT, (variant) => VARIANTS[variant] as string).replace(BLANKS, " ");
	return spaced.slice(spaced.startsWith(" ") ? 1 : 0, spaced.endsWith(" ") ? -1 : undefined);
}
