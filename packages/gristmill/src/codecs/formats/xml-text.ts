/** A number as XML Schema writes it. Integers have no exponent, because xs:integer does not allow one. */
export function numberText(value: number): string {
	// BigInt writes all digits of a large number, so comparisons with a bound are exact.
	return Number.isInteger(value) && !Number.isSafeInteger(value) ? String(BigInt(value)) : String(value);
}

/** Most texts contain none of these, and one test for all of them is fast. */
const SPECIAL = /[^\t\n\x20-%'-;=?-\uD7FF\uE000-\uFFFD]/;

/** What XML 1.0 cannot represent, not even as a reference (§2.2). */
const UNCARRIED = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Whether XML 1.0 can represent a text. It cannot represent most control characters and lone surrogates. */
export function isCarried(text: string): boolean {
	return !SPECIAL.test(text) || !UNCARRIED.test(text);
}

const REFERENCES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\r": "&#xD;",
};

/** Escapes text between tags: `>` because of `]]>`, and `\r` because parsers turn it into a line feed. */
export function escapeText(text: string): string {
	return text.replace(/[&<>\r]/g, (character) => REFERENCES[character] ?? character);
}

// Letters in every edition of XML 1.0; libxml2 checks names in a schema by the narrow fourth edition.
const LETTER =
	"A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u0131\\u0388-\\u038A\\u038E-\\u03A1\\u03A3-\\u03CE" +
	"\\u0401-\\u040C\\u040E-\\u044F\\u0451-\\u045C\\u3041-\\u3094\\u30A1-\\u30FA\\u4E00-\\u9FA5\\uAC00-\\uD7A3";
const UNNAMED = new RegExp(`_(?=x)|^[^${LETTER}]|[^${LETTER}0-9.-]`, "gu");

/** A key as an XML name. Characters that are not allowed become their code (`a b` gives `a_x0020_b`); different keys stay different. */
export function elementName(key: string): string {
	if (key === "") return "_x_";
	const code = (character: string) => character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
	return key.replace(UNNAMED, (character) => `_x${code(character)}_`);
}
