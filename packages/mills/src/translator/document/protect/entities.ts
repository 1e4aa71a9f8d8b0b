const LETTERS: Readonly<Record<string, string>> = {
	aacute: "á",
	eacute: "é",
	iacute: "í",
	oacute: "ó",
	uacute: "ú",
	uuml: "ü",
	ntilde: "ñ",
	ccedil: "ç",
	apos: "'",
	rsquo: "’",
	"#39": "'",
	"#039": "'",
	"#x27": "'",
	"#8217": "’",
};
const ENTITY = new RegExp(`&(${Object.keys(LETTERS).join("|")});`, "gi");

/**
 * Replaces HTML entities for letters and apostrophes: inside a word, an entity would split it.
 *
 * @example readLetters("Espa&ntilde;a") // "España"
 */
export function readLetters(text: string): string {
	return text.replace(ENTITY, (_, name: string) => {
		const letter = LETTERS[name.toLowerCase()] as string;
		return /^[A-Z]/.test(name) ? letter.toUpperCase() : letter;
	});
}

/** Whether a text is one such entity, and nothing else. */
export function isLetter(text: string): boolean {
	return text.startsWith("&") && readLetters(text).length === 1;
}
